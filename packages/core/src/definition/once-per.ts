/**
 * Memoizes a function of an immutable object, such as a definition. A value is computed on first use and cached for as long as
 * its object exists.
 */
export function memoizePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, V>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const value = make(of);
    made.set(of, value);
    return value;
  };
}
