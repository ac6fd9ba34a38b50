CREATE FUNCTION words() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE rounds int := 10;
DECLARE found bigint;
BEGIN
  FOR i IN 1..rounds LOOP
    SELECT count(DISTINCT word) INTO found
      FROM regexp_split_to_table(repeat('the quick brown fox jumps over the lazy dog ', 20), ' ') AS word;
  END LOOP;
  RETURN found;
END $$;

CREATE FUNCTION letters() RETURNS bigint LANGUAGE sql AS $$
  SELECT count(DISTINCT letter)
    FROM regexp_split_to_table(repeat('the quick brown fox jumps over the lazy dog ', 20), '') AS letter;
$$;

