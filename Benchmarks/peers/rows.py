"""What the programs reported, made into the rows of a table."""

import statistics


def adds_up(ours, theirs):
    return (ours["hits"] == theirs["hits"] and ours["indexSum"] == theirs["indexSum"]
            and abs(ours["meterSum"] - theirs["meterSum"]) <= 1e-3 * max(ours["hits"], 1))


def common(task):
    """The task of all programs whose answers a task of nearby's alone has, such as a filter by a closure."""
    words = task.split()
    if words[0] == "batch":
        return words[1]
    return " ".join(words[:1 if words[0] == "build" else 2])


def summary(rows, peers, field):
    """One line an engine and a cell, the fastest first."""
    remarks = {peer.name: peer.remark for peer in peers}
    for (workload, task), cell in rows.items():
        lines = []
        for engine, rounds in cell.items():
            p99 = [row["p99Nanoseconds"] for row in rounds if row.get("p99Nanoseconds") and task != "build"]
            last = rounds[-1]
            lines.append({
                "workload": workload, "task": task, "engine": engine,
                "medianNanoseconds": statistics.median(row["medianNanoseconds"] for row in rounds),
                "fastestNanoseconds": min(row["fastestNanoseconds"] for row in rounds),
                "p99Nanoseconds": statistics.median(p99) if p99 else None, "rounds": len(rounds),
                "queries": last.get("queries"), "hits": last["hits"], "indexSum": last.get("indexSum"),
                "meterSum": last.get("meterSum"),
                "agreement": "" if common(task) == "build" else last.get("agreement", "exact"),
                "remark": remarks.get(engine, "")})
        ours = next(line[field] for line in lines if line["engine"] == "nearby")
        for line in lines:
            # Nearby's time over the peer's.
            line["ratio"] = round(ours / line[field], 4)
            # A mean above what 99 of 100 queries take holds time that something else ran.
            line["isDisturbed"] = bool(line["p99Nanoseconds"]) and line[field] > line["p99Nanoseconds"]
        yield from sorted(lines, key=lambda line: line[field])


def best(lines):
    """The fastest peer of every cell that answers right, and all that nearby answers where there is one."""
    queries = {(line["workload"], line["task"]): line["queries"] for line in lines if line["engine"] == "nearby"}
    found = {}
    for line in lines:
        cell = line["workload"], line["task"]
        if line["engine"] == "nearby" or line["agreement"] not in ("", "exact"):
            continue
        is_whole = line["task"] == "build" or line["queries"] == queries[cell]
        if cell not in found or (is_whole and not found[cell][0]):
            found[cell] = is_whole, line
    return {cell: line for cell, (_, line) in found.items()}


def show(lines, field):
    time = field.replace("Nanoseconds", " ns")
    print(f"\n{'workload':10}{'task':20}{'engine':17}{time:>12}{'p99 ns':>12}{'ratio':>7}{'rounds':>7}"
          f"{'queries':>8}{'hits':>9}  {'checksum':14}agreement")
    for line in lines:
        p99 = f"{line['p99Nanoseconds']:.0f}" if line["p99Nanoseconds"] else "-"
        mark = "~" if line["isDisturbed"] else " "
        checksum = f"{line['indexSum']:x}" if line["indexSum"] is not None else ""
        print(f"{line['workload']:10}{line['task']:20}{line['engine']:17}{line[field]:>11.0f}{mark}{p99:>12}"
              f"{line['ratio']:>7.3f}{line['rounds']:>7}{line['queries'] or '':>8}{line['hits']:>9}  {checksum:14}"
              f"{line['agreement']}")
    cells = best(lines)
    disturbed = sum(line["isDisturbed"] for line in lines)
    if disturbed:
        print(f"\n~ above the 99th percentile, so other work ran meanwhile: {disturbed} rows to measure again")
    workloads = list(dict.fromkeys(workload for workload, _ in cells))
    print("\nnearby's time over the best exact peer's\n\n" + f"{'task':12}"
          + "".join(f"{workload:>22}" for workload in workloads))
    for task in dict.fromkeys(task for _, task in cells):
        print(f"{task:12}" + "".join(
            f"{cells[workload, task]['ratio']:>7.2f} {cells[workload, task]['engine']:>14}"
            if (workload, task) in cells else f"{'':22}" for workload in workloads))
