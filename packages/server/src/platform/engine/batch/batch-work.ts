import { ApiError, can, canRun, complete, createFieldsSchema, type Values } from '@gantry/core';
import type { Caller } from '../../context/context.ts';
import { assertRecentStepUp } from '../../http/caller.ts';
import type { BatchBody } from '../bulk-bodies.ts';
import type { ActionPlan, Engine, Plan } from '../engine.ts';
import { readBody } from '../read-body.ts';
import { assertStepUpFor } from '../step-up.ts';

/** What a batch does to each of its records: a verb, or an action of theirs; with checked values. */
export interface BatchWork {
  readonly name: string;
  readonly action: ActionPlan | null;
  readonly values: Values;
}

/** The same rights as for one record, and the same proof of identity. */
export function readWork(engine: Engine, plan: Plan, body: BatchBody, caller: Caller): BatchWork {
  const name = body.action;
  const params = body.params ?? {};
  if (name === 'delete' || name === 'update') {
    if (!can(caller.actor, plan.resource, name)) throw new ApiError('denied');
    assertStepUpFor(plan, name, caller, engine.services.clock());
    return {
      name,
      action: null,
      values: name === 'update' ? readChanges(plan, params, caller) : readNothing(params, caller),
    };
  }
  const action = plan.actions.get(name);
  if (action?.action.on !== 'record' || action.action.reads || action.action.only) {
    const options = [...plan.actions.keys(), 'update', 'delete'].join(' / ');
    throw new ApiError('invalid', {
      errors: { action: [caller.t('validation.option', { field: 'action', options })] },
    });
  }
  if (!canRun(caller.actor, plan.resource, action.action).ok) throw new ApiError('denied');
  if (action.action.stepUp) assertRecentStepUp(caller, engine.services.clock());
  const values = readBody(action.schema, params, { ...plan.labels, ...action.fields }, caller);
  return { name, action, values: complete(values, action.fields, 'create') };
}

const nothing = createFieldsSchema({});

function readNothing(params: unknown, caller: Caller): Values {
  return readBody(nothing, params, {}, caller);
}

function readChanges(plan: Plan, params: unknown, caller: Caller): Values {
  const values = complete(readBody(plan.update.schema, params, plan.labels, caller), plan.update.fields, 'update');
  if (Object.keys(values).length > 0) return values;
  throw new ApiError('invalid', { errors: { params: [caller.t('validation.required', { field: 'params' })] } });
}
