require 'benchmark/ips'
Benchmark.ips(quiet: true) do |x|
  x.config(time: 0.2, warmup: 0.05)
  x.report('join') { [1, 2, 3].join }
  x.report('sort', '[3, 1, 2].sort')
  x.json!(ARGV[0] == '-' ? $stdout : ARGV[0])
end
