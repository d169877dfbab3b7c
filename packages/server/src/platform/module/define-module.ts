import type { CallHandler, RegisterCall } from '../http/call.ts';
import type { JobWorks } from '../jobs/job-runner.ts';
import type { SettingsTests } from '../settings/try-settings.ts';

/**
 * What a module adds to the server. Each part is called once with its dependencies while the server starts; routes come last and may
 * require more. A module leaves out the parts that it does not have.
 */
export interface ServerModule<in Deps, in RouteDeps> {
  /** The name of its folder. */
  readonly name: string;
  /** Background jobs, by kind. */
  readonly jobs?: (deps: Deps) => Partial<JobWorks>;
  /** Connection tests of settings pages, by `page/group/action`. */
  readonly settingsTests?: (deps: Deps) => SettingsTests;
  /** Export handlers that replace the general one, by the name of the resource. */
  readonly exports?: (deps: Deps) => Readonly<Record<string, CallHandler>>;
  /** Calls of the admin API in addition to those of its resources. */
  readonly routes?: (register: RegisterCall, deps: RouteDeps) => void;
}

/** Types a module by the dependencies that its parts declare. */
export function defineModule<Deps, RouteDeps>(module: ServerModule<Deps, RouteDeps>): ServerModule<Deps, RouteDeps> {
  return module;
}

/** Joins the parts of several modules, each given with its name. Throws if two of them have the same key. */
export function mergeParts<Part>(
  modules: readonly (readonly [name: string, parts: Readonly<Record<string, Part>>])[],
): Record<string, Part> {
  const owners = new Map<string, string>();
  const entries = modules.flatMap(([name, parts]) => Object.entries(parts).map((entry) => [name, entry] as const));
  for (const [name, [key]] of entries) {
    const owner = owners.get(key);
    if (owner !== undefined) throw new Error(`the modules ${owner} and ${name} both define ${key}`);
    owners.set(key, name);
  }
  return Object.fromEntries(entries.map(([, entry]) => entry));
}
