/** Definitions by name, each had when it is asked for: a build may put each into a file of its own. */
export type Loaders<T> = Readonly<Record<string, () => Promise<T>>>;

export function createLoaders<T extends { readonly name: string }>(all: readonly T[]): Loaders<T> {
  return Object.fromEntries(all.map((one) => [one.name, async () => one]));
}

/** The definition of a name; a name that nothing has is a mistake of the caller. */
export async function loadNamed<T>(loaders: Loaders<T>, name: string): Promise<T> {
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (!load) throw new Error(`nothing is defined under the name ${name}`);
  return load();
}
