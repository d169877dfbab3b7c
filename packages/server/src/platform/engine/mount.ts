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
import { createPlan, type Engine, type Plan, type RecordChecks, type RecordsShown } from './engine.ts';
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
  readonly shows?: RecordsShown;
  /** Exports that an entity does in its own way, by its name. */
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

/** Bytes of the bodies that are larger than usual: a chunk of a file, some thousand ids. */
const bodyLimits: Partial<Record<Verb, number>> = { import: 16 * 1024 * 1024, batch: 1024 * 1024 };

/** The longest values in bytes, escaped: three for a character and as much again. */
function limitOf(fields: Fields): number {
  const characters = Object.values(fields).reduce((sum, field) => {
    const max = 'max' in field && typeof field.max === 'number' && 'kind' in field ? field.max : 0;
    const isText = ['text', 'paragraph', 'markdown', 'json'].includes(field.kind);
    return isText ? sum + (max || (field.kind === 'text' ? 255 : 65_536)) : sum;
  }, 0);
  return Math.max(256 * 1024, characters * 6);
}

/** Registers every verb and action of every resource, as its definition says. */
export function mountResources(register: RegisterCall, services: Services, parts: EngineParts): void {
  const { operations, checks = {}, sealer, exports = {}, shows = {}, timeZone, currency } = parts;
  const site = { ...(timeZone ? { timeZone } : {}), ...(currency ? { currency } : {}) };
  const engine: Engine = { services, operations, checks, sealer, shows, ...site };
  for (const resource of services.catalogue.resources)
    mountResource(register, engine, createPlan(resource), exports[resource.name]);
}

function mountResource(register: RegisterCall, engine: Engine, plan: Plan, ownExport?: CallHandler): void {
  const { resource } = plan;
  const bodyLimit = limitOf(resource.fields);
  for (const verb of verbs) {
    const access = resource.access[verb];
    if (!access) continue;
    const limit = bodyLimits[verb] ?? bodyLimit;
    const handler = verb === 'export' && ownExport ? ownExport : handlers[verb](engine, plan);
    const stepUp = isStepUpRequired(resource, verb);
    register({ path: getResourcePath(resource.name, verb), access, stepUp, bodyLimit: limit }, handler);
  }
  for (const [name, actionPlan] of plan.actions) {
    const { action } = actionPlan;
    if (action.on === 'system') continue;
    const path = getResourcePath(resource.name, name);
    const access: Roles = action.roles;
    const limit = Math.max(bodyLimit, limitOf(actionPlan.fields));
    register(
      { path, access, stepUp: action.stepUp ?? false, bodyLimit: limit },
      createActHandler(engine, plan, actionPlan),
    );
  }
}

/** Actions that nothing runs, or whose operation is not what they say. The server does not boot with any. */
export function diagnoseOperations(resources: readonly AnyResource[], operations: Operations): Diagnostic[] {
  const found: Diagnostic[] = [];
  const known = new Set<string>();
  for (const resource of resources) {
    for (const verb of verbs) known.add(`${resource.name}/${verb}`);
    for (const [name, action] of Object.entries(resource.actions ?? {})) {
      const key = `${resource.name}/${name}`;
      known.add(key);
      const operation = Object.hasOwn(operations, key) ? operations[key] : undefined;
      found.push(...diagnoseActions(resource, name, action, operation));
    }
    for (const verb of verbs) {
      if (!operations[`${resource.name}/${verb}`]?.hold) continue;
      found.push({ id: 'O004', where: resource.name, what: `${verb} holds something first, which only actions do` });
    }
  }
  for (const key of Object.keys(operations)) {
    if (!known.has(key)) found.push({ id: 'O002', where: key, what: 'is an operation of no verb and no action' });
  }
  return found;
}

function diagnoseActions(
  { name: where }: AnyResource,
  name: string,
  action: Action,
  operation: Operation | undefined,
): Diagnostic[] {
  const isDone = action.to !== undefined || operation !== undefined;
  const isUndone = !operation || isReversible(action) === (operation.undo !== undefined);
  return [
    ...(isDone ? [] : [{ id: 'O001', where, what: `action ${name} has neither a state to go to nor an operation` }]),
    ...(isUndone ? [] : [{ id: 'O003', where, what: `action ${name} and its operation differ over its undo` }]),
  ];
}
