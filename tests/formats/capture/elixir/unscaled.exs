Benchee.run(%{"list 5" => fn _ -> Enum.map(1..100, &(&1 * :rand.uniform(3))) |> Enum.uniq() end, "slow 1.5 K" => fn n -> Process.sleep(n) ; Enum.to_list(1..:rand.uniform(20)) end},
  inputs: [{"a, b", 1}, {"c", 2}],
  warmup: 0.05, time: 0.1, memory_time: 0.1, unit_scaling: :none)
