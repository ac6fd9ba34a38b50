Benchee.run(%{"map" => fn -> Enum.map(1..100, &(&1 * 2)) end, "flat_map" => fn -> Enum.flat_map(1..100, &[&1]) end},
  warmup: 0.05, time: 0.2)
