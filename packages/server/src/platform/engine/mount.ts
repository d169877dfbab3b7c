import {
  type Action,
  type AnyResource,
  type Diagnostic,
  type Fields,
  getResourcePath,
  isReversible,
  isStepUpRequired,
  type Roles,
  type Verb,
  verbs,
} from '@gantry/core';
import type { Services } from '../context/context.ts';
import type { CallHandler, RegisterCall } from '../http/call.ts';
import type { Sealer } from '../store/records.ts';
import { createActHandler } from './act.ts';
import { createBatchHandler } from './batch/batch.ts';
import { createHandler } from './create.ts';
import { deleteHandler } from './delete.ts';
import { createPlan, type Engine, type Plan, type RecordChecks, type RecordPresenters } from './engine.ts';
import { exportHandler } from './export/export.ts';
import { getHandler } from './get.ts';
import { importHandler } from './import/import.ts';
import { listHandler } from './list.ts';
import type { Operation, Operations } from './operation.ts';
import { updateHandler } from './update.ts';

export interface EngineParts {
  readonly operations: Operations;
  readonly checks?: RecordChecks;
  readonly sealer?: Sealer;
  readonly presenters?: RecordPresenters;
  /** Export handlers that replace the default one, by entity name. */
  readonly exports?: Readonly<Record<string, CallHandler>>;
  /** IANA name of the site's time zone. */
  readonly timeZone?: () => Promise<string>;
  /** ISO 4217 code of the site. */
  readonly currency?: () => Promise<string>;
}

const handlers: Record<Verb, (engine: Engine, plan: Plan) => CallHandler> = {
  list: listHandler,
  get: getHandler,
  create: createHandler,
  update: updateHandler,
  delete: deleteHandler,
  batch: createBatchHandler,
  import: importHandler,
  export: exportHandler,
};

/** Body limits in bytes of verbs with large bodies: a chunk of a file, or thousands of ids. */
const bodyLimits: Partial<Record<Verb, number>> = { import: 16 * 1024 * 1024, batch: 1024 * 1024 };

/**
 * Returns the body limit of some fields in bytes: their maximum lengths, with three bytes per character, doubled for escaping.
 */
function computeBodyLimit(fields: Fields): number {
  const characters = Object.values(fields).reduce((sum, field) => {
    const max = 'max' in field && typeof field.max === 'number' && 'kind' in field ? field.max : 0;
    const isText = ['text', 'paragraph', 'markdown', 'json'].includes(field.kind);
    return isText ? sum + (max || (field.kind === 'text' ? 255 : 65_536)) : sum;
  }, 0);
  return Math.max(256 * 1024, characters * 6);
}

/** Registers the handlers of all verbs and actions of all resources. */
export function mountResources(register: RegisterCall, services: Services, parts: EngineParts): void {
  const { operations, checks = {}, sealer, exports = {}, presenters: shows = {}, timeZone, currency } = parts;
  const site = { ...(timeZone ? { timeZone } : {}), ...(currency ? { currency } : {}) };
  const engine: Engine = { services, operations, checks, sealer, presenters: shows, ...site };
  for (const resource of services.catalogue.resources)
    mountResource(register, engine, createPlan(resource), exports[resource.name]);
}

function mountResource(register: RegisterCall, engine: Engine, plan: Plan, exportOverride?: CallHandler): void {
  const { resource } = plan;
  const bodyLimit = computeBodyLimit(resource.fields);
  for (const verb of verbs) {
    const access = resource.access[verb];
    if (!access) continue;
    const limit = bodyLimits[verb] ?? bodyLimit;
    const handler = verb === 'export' && exportOverride ? exportOverride : handlers[verb](engine, plan);
    const stepUp = isStepUpRequired(resource, verb);
    register({ path: getResourcePath(resource.name, verb), access, stepUp, bodyLimit: limit }, handler);
  }
  for (const [name, actionPlan] of plan.actions) {
    const { action } = actionPlan;
    if (action.on === 'system') continue;
    const path = getResourcePath(resource.name, name);
    const access: Roles = action.roles;
    const limit = Math.max(bodyLimit, computeBodyLimit(actionPlan.fields));
    register(
      { path, access, stepUp: action.stepUp ?? false, bodyLimit: limit },
      createActHandler(engine, plan, actionPlan),
    );
  }
}

/**
 * Returns the actions without an operation or target state, and operations that do not match an action. The server does not start
 * when there are any.
 */
export function diagnoseOperations(resources: readonly AnyResource[], operations: Operations): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const known = new Set<string>();
  for (const resource of resources) {
    for (const verb of verbs) known.add(`${resource.name}/${verb}`);
    for (const [name, action] of Object.entries(resource.actions ?? {})) {
      const key = `${resource.name}/${name}`;
      known.add(key);
      const operation = Object.hasOwn(operations, key) ? operations[key] : undefined;
      diagnostics.push(...getDiagnoseActions(resource, name, action, operation));
    }
    for (const verb of verbs) {
      if (!operations[`${resource.name}/${verb}`]?.lock) continue;
      diagnostics.push({
        id: 'O004',
        where: resource.name,
        what: `${verb} holds something first, which only actions do`,
      });
    }
  }
  for (const key of Object.keys(operations)) {
    if (!known.has(key)) diagnostics.push({ id: 'O002', where: key, what: 'is an operation of no verb and no action' });
  }
  return diagnostics;
}

function getDiagnoseActions(
  { name: where }: AnyResource,
  name: string,
  action: Action,
  operation: Operation | undefined,
): Diagnostic[] {
  const isRunnable = action.to !== undefined || operation !== undefined;
  const isUndoConsistent = !operation || isReversible(action) === (operation.undo !== undefined);
  return [
    ...(isRunnable
      ? []
      : [{ id: 'O001', where, what: `action ${name} has neither a state to go to nor an operation` }]),
    ...(isUndoConsistent ? [] : [{ id: 'O003', where, what: `action ${name} and its operation differ over its undo` }]),
  ];
}
