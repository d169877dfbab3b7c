import { systemSettings } from '@gantry/core';
import { assertRecentStepUp } from '../caller.ts';
import type { Clock } from '../context.ts';
import type { Matter } from '../notifications/matters.ts';
import { notify } from '../notifications/notify.ts';
import type { SettingsGuard } from '../settings/settings-needs.ts';

const limits = ['adjustPoints', 'refundAmount', 'markPaidAmount'] as const;

/** A limit that is lifted lets pass alone what a second admin was asked for; 0 is none at all. */
const isLifted = (before: number, after: number) => before > 0 && (after === 0 || after > before);

function limitsLifted(actor: { readonly id: number; readonly name: string }, at: number): Matter {
  return {
    type: 'message',
    event: 'limitsLifted',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `limitsLifted ${actor.id} ${at}`,
    params: { name: actor.name },
    route: systemSettings.path,
  };
}

/** Whoever lifts a limit has just proved who they are, and every admin hears of it. */
export function guardLimits({ clock }: { readonly clock: Clock }): SettingsGuard {
  return async (tx, { caller, before, after }) => {
    if (!limits.some((name) => isLifted(Number(before[name]), Number(after[name])))) return;
    const now = clock();
    assertRecentStepUp(caller, now);
    await notify(tx, clock, limitsLifted(caller.actor, now));
  };
}
