const std = @import("std");
const zbench = @import("zbench");

fn sum(_: std.mem.Allocator) void {
    var total: usize = 0;
    for (0..20_000) |i| {
        total += i * i;
        std.mem.doNotOptimizeAway(total);
    }
}

fn copy(allocator: std.mem.Allocator) void {
    const buffer = allocator.alloc(u8, 4096) catch unreachable;
    defer allocator.free(buffer);
    @memset(buffer, 7);
    std.mem.doNotOptimizeAway(buffer);
}

pub fn main(init: std.process.Init) !void {
    const io = init.io;
    const stdout: std.Io.File = .stdout();
    var bench = zbench.Benchmark.init(std.heap.smp_allocator, .{ .iterations = 20 });
    defer bench.deinit();
    try bench.add("sum of squares", sum, .{});
    try bench.add("copy, 4 KiB", copy, .{ .track_allocations = true });
    var args = init.minimal.args.iterate();
    _ = args.next();
    if (args.next() == null) return bench.run(io, stdout);
    var file = stdout.writerStreaming(io, &.{});
    const writer = &file.interface;
    try writer.writeAll("[");
    var iterator = try bench.iterator();
    var count: usize = 0;
    while (try iterator.next(io)) |step| switch (step) {
        .progress => {},
        .result => |result| {
            defer result.deinit();
            if (count > 0) try writer.writeAll(", ");
            count += 1;
            try result.writeJSON(writer);
        },
    };
    try writer.writeAll("]\n");
}
