import type { CallHandler, RegisterCall } from '../http/call.ts';
import type { JobWorks } from '../jobs/job-runner.ts';
import type { SettingsTests } from '../settings/try-settings.ts';

/**
 * What a module adds to the server. Each part gets what the module asks for, once, while the server is put together; routes come
 * last and may ask for more. A part that a module has none of is left out.
 */
export interface ServerModule<in Deps, in RouteDeps> {
  /** The name of its folder. */
  readonly name: string;
  /** Kinds of background jobs that it does. */
  readonly jobs?: (deps: Deps) => Partial<JobWorks>;
  /** Connection tests of settings pages, by `page/group/action`. */
  readonly settingsTests?: (deps: Deps) => SettingsTests;
  /** Lists that it exports in a way of its own, by the name of the resource. */
  readonly exports?: (deps: Deps) => Readonly<Record<string, CallHandler>>;
  /** Calls of the admin API beside those of its resources. */
  readonly routes?: (register: RegisterCall, deps: RouteDeps) => void;
}

/** Checks the parts of a module against what it asks for. */
export function defineModule<Deps, RouteDeps>(module: ServerModule<Deps, RouteDeps>): ServerModule<Deps, RouteDeps> {
  return module;
}
