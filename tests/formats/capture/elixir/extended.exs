Benchee.run(%{"map" => fn -> Enum.map(1..100, &(&1 * 2)) end},
  warmup: 0.05, time: 0.2, formatters: [{Benchee.Formatters.Console, extended_statistics: true}])
