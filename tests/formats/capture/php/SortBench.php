<?php
/**
 * @Revs(100)
 * @Iterations(4)
 */
class SortBench
{
    public function sizes()
    {
        yield 'small' => ['size' => 10, 'order' => 'reverse'];
        yield 'large' => ['size' => 1000, 'order' => 'reverse'];
    }

    /** @ParamProviders({"sizes"}) */
    public function benchSort($params)
    {
        $numbers = range($params['size'], 1);
        sort($numbers);
    }

    public function benchJoin()
    {
        implode(',', [1, 2, 3]);
    }

    /** @Revs(1) @Iterations(1) */
    public function benchFails()
    {
        throw new RuntimeException('no <data>');
    }
}
