import NearbyCommands

NearbyTool.mainInFront()
