import type { ReversalPart, ReversalPreviewAnswer } from '@gantry/core';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { changeLocked } from '../../platform/engine/record-actions/change-locked.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { readMembershipRules } from '../memberships/index.ts';
import { partsOf, planReversal, type ReversalRules } from './plan-reversal.ts';
import { reverseRedemption as reverse } from './reverse-redemption.ts';
import { notifyReversal, type ReversalWords, readReversalWords } from './tell-reversal.ts';

async function readRules(settings: SettingsReader): Promise<ReversalRules> {
  const { negativeLimit } = await settings.read('system', 'billing');
  return { membership: await readMembershipRules(settings), debtLimit: negativeLimit };
}

const scopeOf = ({ tx, services }: OperationCall<'redemptions'>) => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

const reported = ({
  asset,
  granted,
  expired,
  toReclaim,
  reclaimable,
  shortfall,
  owed,
  lost,
}: ReversalPart): ReversalPart => ({
  ...{ asset, granted, expired, toReclaim, reclaimable, shortfall, owed, lost },
});

/** What taking a redemption back would come to; nothing is changed. */
export function previewReversal(settings: SettingsReader): Operation<'redemptions'> {
  return {
    prepare: () => readRules(settings),
    async run(call, prepared) {
      const plan = await planReversal(scopeOf(call), prepared as ReversalRules, call.row);
      const { days, membership, hasShortfall } = plan;
      const parts = partsOf(plan).map(reported);
      const isForever = membership?.takenMs === null;
      const preview: ReversalPreviewAnswer = {
        ...{ hasShortfall, parts },
        membershipDays: isForever ? null : (days?.reclaimable ?? 0),
        membershipEnds: membership?.ends ?? false,
        membershipUntil: membership?.endAt ?? null,
        quotas: membership?.quotas ?? [],
      };
      return { data: { id: Number(call.id), ...preview } };
    },
  };
}

/**
 * Holds the code before the redemption and its user, as whoever redeems one does: also of many at once, none waits for the other.
 */
async function holdCode({ tx, services, id }: Omit<OperationCall, 'row'>): Promise<void> {
  if (services.database.dialect.kind !== 'postgres') return;
  const own = tx.selectFrom('redemptions').select('code_id').where('id', '=', id);
  await tx.selectFrom('redeem_codes').select('id').where('id', 'in', own).forUpdate().execute();
}

interface Prepared {
  readonly rules: ReversalRules;
  readonly words: ReversalWords;
}

/** Takes back what a redemption gave, and tells the person. Nothing gives it again: its use of the code stays spent. */
export function reverseRedemption(settings: SettingsReader): Operation<'redemptions'> {
  return {
    hold: holdCode,
    prepare: async (): Promise<Prepared> => ({
      rules: await readRules(settings),
      words: await readReversalWords(settings),
    }),
    async run(call, prepared) {
      const { row, input, caller } = call;
      const { rules, words } = prepared as Prepared;
      const cells = await reverse(scopeOf(call), rules, row, {
        despiteShortfall: input.shortfall === 'negative',
        reason: String(input.reason),
        operator: { kind: 'admin', id: caller.actor.id },
      });
      const reported = await notifyReversal(call, cells, words);
      const { audit = [], ...done } = await changeLocked(call, cells);
      return { ...done, audit: [audit, reported ?? []].flat() };
    },
  };
}
