import { ApiError, type distributor } from '@gantry/core';
import { createCreatedDraft } from '../../../platform/engine/changes.ts';
import { createPlan } from '../../../platform/engine/engine.ts';
import type { Operation } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import { assertReferences, reportTaken } from '../../../platform/engine/validation-errors.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { readDistributionTerms } from '../distribution-terms.ts';
import { becomeDistributor, findParent } from '../distributors.ts';
import { createFieldError, toTxContext, writeCells } from './call-scope.ts';
import { distributorFigures } from './distributor-figures.ts';

type ActionName = keyof (typeof distributor)['actions'];

const words = {
  owed: { zh: '余额或欠款尚未结清', en: 'There is money that is not settled yet' },
} as const;

/** Somebody whom an admin makes a distributor; rates that are not given are those of the settings. */
function create(settings: SettingsReader): Operation {
  return {
    async run(call) {
      const { tx, services, caller, resource, input } = call;
      const plan = createPlan(resource);
      await assertReferences(tx, plan, input, caller);
      const { commissions } = await readDistributionTerms(settings, tx);
      const row = await reportTaken(services.database, plan, caller, () =>
        becomeDistributor(toTxContext(call), commissions, { ...input, userId: Number(input.userId) }, caller.actor.id),
      );
      const data = await presentRow(services, tx, resource, row, caller);
      return { data, audit: createCreatedDraft(resource, Number(row.id), row) };
    },
  };
}

const approve: Operation = {
  async run(call) {
    const scope = toTxContext(call);
    const parent = await findParent(scope, Number(call.row?.user_id));
    return writeCells(call, { status: 'active', approved_at: scope.at, parent_id: parent, reason: null });
  },
};

/** Nothing is left to settle or to pay out. */
const close: Operation = {
  async run(call) {
    const { row, caller, input } = call;
    const open = ['pending', 'available', 'debt', 'reserved'].some((column) => Number(row?.[column]) !== 0);
    if (open) throw createFieldError('status', words.owed, caller.locale);
    return writeCells(call, { status: 'closed', reason: String(input.reason) });
  },
};

/** Orders that were paid before keep the rate that they had. */
const changeRate: Operation = {
  undo: { fields: ['directBps', 'indirectBps', 'reason'] },
  async run(call) {
    const { input } = call;
    if (call.row === null) throw new ApiError('notFound');
    const rates = { direct_bps: Number(input.directBps), indirect_bps: Number(input.indirectBps) };
    return writeCells(call, { ...rates, reason: String(input.reason) });
  },
};

export function createDistributorOperations(
  settings: SettingsReader,
): Partial<Readonly<Record<ActionName | 'create', Operation>>> {
  return { create: create(settings), approve, close, changeRate, figures: distributorFigures };
}
