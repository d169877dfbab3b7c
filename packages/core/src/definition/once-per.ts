/**
 * What follows from an object that does not change, such as a definition: computed on first use, and cached as long as
 * the object is.
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
