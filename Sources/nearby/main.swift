import NearbyCommands

NearbyTool.main()
