list = Enum.to_list(1..1000)
Benchee.run(
  %{
    "sort" => fn input -> Enum.sort(input) end,
    "reverse, then sort" => fn input -> input |> Enum.reverse() |> Enum.sort() end
  },
  max_sample_size: 20,
  inputs: %{"small" => Enum.take(list, 10), "1,000 numbers" => list},
  warmup: 0.05, time: 0.2, memory_time: 0.05, reduction_time: 0.05,
  print: [benchmarking: false],
  formatters: [Benchee.Formatters.Console, {Benchee.Formatters.JSON, file: hd(System.argv())}]
)
