import type { ServiceCalls } from '@gantry/core';
import type { FastifyInstance } from 'fastify';
import type { RecordChecks, RecordPresenters } from '../engine/engine.ts';
import type { Operations } from '../engine/operation.ts';
import type { RunningCalls } from '../http/admission/running-calls.ts';
import type { CallHandler, RegisterCall } from '../http/call.ts';
import type { OnDead } from '../jobs/job-rows.ts';
import type { JobWorks } from '../jobs/job-runner.ts';
import type { ScheduledJob, Scheduler } from '../jobs/scheduler.ts';
import type { Notification } from '../notifications/notification-types.ts';
import type { ServiceHandlers } from '../service-api/service-context.ts';
import type { SettingsDeps } from '../settings/settings-store.ts';
import type { SettingsTests } from '../settings/settings-tests.ts';
import type { Database } from '../store/database.ts';

/** Guards of settings groups, by `page/group`. */
export type SettingsGuards = NonNullable<SettingsDeps['guards']>;
/** Values of read-only fields of settings, by `page/group`. */
type ReadOnlySettings = NonNullable<SettingsDeps['readOnly']>;
type ServiceName = keyof ServiceCalls;

/** Adds routes outside the admin API, in a separate scope. */
type AddRoutes<Deps> = (api: FastifyInstance, deps: Deps, running: RunningCalls) => void;

/**
 * What a module adds to the server. Each part is called once with its dependencies while the server starts; routes come last and
 * may require more. A module leaves out the parts that it does not have. Two modules cannot add the same key.
 */
export interface ServerModule<in Deps, in RouteDeps> {
  /** The name of its folder. */
  readonly name: string;
  /** Custom actions, and verbs that a resource implements itself, by `resource/name`. */
  readonly actions?: (deps: Deps) => Operations;
  /**
   * Replaces actions of any module by ones that do more before or after them. Returns only those, and may add actions about them.
   */
  readonly wrapActions?: (actions: Operations, deps: Deps & { readonly guards: SettingsGuards }) => Operations;
  /** Validation of records beyond the rules of their fields, by resource. Several modules may check the same resource. */
  readonly checks?: RecordChecks;
  /** Handlers of calls of the service API. */
  readonly serviceCalls?: (deps: Deps) => Partial<ServiceHandlers<ServiceName>>;
  /** Scheduled jobs, each of which runs in one server process at a time. */
  readonly schedule?: (deps: Deps) => readonly ScheduledJob[];
  /** Workers that run in every server process. */
  readonly workers?: (deps: Deps) => readonly Scheduler[];
  /** Removes what has expired, in each server process every minute. */
  readonly purge?: (database: Database, now: number) => Promise<unknown>;
  /** Background jobs, by kind. */
  readonly jobs?: (deps: Deps) => Partial<JobWorks>;
  /** Called for each background job that is not retried, of any module. */
  readonly onDeadJob?: (deps: Deps) => OnDead;
  /** Notifications that it raises. */
  readonly notifications?: readonly Notification['event'][];
  readonly settingsGuards?: (deps: Deps) => SettingsGuards;
  readonly readOnlySettings?: (deps: Deps) => ReadOnlySettings;
  /** Connection tests of settings pages, by `page/group/action`. */
  readonly settingsTests?: (deps: Deps) => SettingsTests;
  /** Export handlers that replace the default one, by the name of the resource. */
  readonly exports?: (deps: Deps) => Readonly<Record<string, CallHandler>>;
  /** Presenters that adapt records to the caller, by resource. */
  readonly presenters?: (deps: Deps) => RecordPresenters;
  /** Wraps the handlers of calls of resources. */
  readonly wrapCalls?: (register: RegisterCall, deps: Deps) => RegisterCall;
  /** Calls of the admin API in addition to those of its resources. */
  readonly routes?: (register: RegisterCall, deps: RouteDeps) => void;
  /** Routes under the path of the service API. `handlers` contains the calls of all modules. */
  readonly serviceRoutes?: AddRoutes<RouteDeps & { readonly handlers: ServiceHandlers<ServiceName> }>;
  /** Routes under the path to which payment gateways send notifications. */
  readonly paymentRoutes?: AddRoutes<RouteDeps>;
  /** Routes of sample data, which are served only on request. */
  readonly sampleRoutes?: (api: FastifyInstance, deps: RouteDeps) => void;
  /** Called when all calls have ended and the server stops. */
  readonly onClose?: (deps: Deps) => Promise<void>;
}

/** A module with any dependencies. */
type AnyModule = ServerModule<never, never>;

/** Infers the type of a module from the dependencies of its parts, and rejects unknown parts. */
export function defineModule<const Module extends AnyModule>(
  module: Module & Record<Exclude<keyof Module, keyof AnyModule>, never>,
): Module {
  return module;
}

/** Joins one part of all modules. Throws if two of them have the same key. */
export function collectParts<Module extends { readonly name: string }, Part>(
  modules: readonly Module[],
  partsOf: (module: Module) => Readonly<Record<string, Part>> | undefined,
): Record<string, Part> {
  const owners = new Map<string, string>();
  const collected: Record<string, Part> = {};
  for (const module of modules)
    for (const [key, part] of Object.entries(partsOf(module) ?? {})) {
      const owner = owners.get(key);
      if (owner !== undefined) throw new Error(`the modules ${owner} and ${module.name} both define ${key}`);
      owners.set(key, module.name);
      collected[key] = part;
    }
  return collected;
}

/** Throws if no module has a part for a name that is declared, so that the server does not start without its handler. */
export function assertComplete(
  what: string,
  declared: readonly string[],
  parts: Readonly<Record<string, unknown>>,
): void {
  const missing = declared.filter((name) => !Object.hasOwn(parts, name));
  if (missing.length > 0) throw new Error(`no module handles the ${what} ${missing.join(', ')}`);
}
