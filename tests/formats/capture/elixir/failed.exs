Benchee.run(%{"map" => fn -> 1+1 end, "fails" => fn -> raise "no" end}, warmup: 0.05, time: 0.2)
