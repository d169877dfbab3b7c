import { addDays, regionalAgent } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import type { DayOf } from '../../platform/context/day-of.ts';
import { createChangedDraft } from '../../platform/engine/changes.ts';
import { isRetryDue, processDue } from '../../platform/jobs/sweep.ts';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Cell, Column, RowOf } from '../../platform/store/database.ts';
import { changeRecord, lockRows } from '../../platform/store/records.ts';
import { readDistributionTerms } from './distribution-terms.ts';

const running = ['active', 'suspended'];
const tending = { resource: regionalAgent, action: 'tend' };

export interface ContractDeps extends Pick<Services, 'database' | 'clock' | 'audit' | 'log'> {
  readonly settings: SettingsReader;
  readonly dayOf: DayOf;
}

/** Marks contracts that end soon, and ends those whose last day is over. Gives how many changed. */
export async function processContracts(deps: ContractDeps): Promise<number> {
  const { database, clock, audit, settings, dayOf } = deps;
  const { timezone, agency } = await readDistributionTerms(settings);
  const today = dayOf(clock(), timezone);
  const soon = addDays(today, agency.expiringDays);
  const due = await database.read
    .selectFrom('regional_agents')
    .select('id')
    .where('status', 'in', running as Column<'regional_agents', 'status'>[])
    .where('end_on', '<=', soon)
    .where(({ or, eb }) => or([eb('end_on', '<', today), eb('expiring', '=', 0)]))
    .where(isRetryDue(tending, clock(), 'regional_agents.id'))
    .execute();
  return processDue(deps, tending, due, (_, id) =>
    database.transaction(async (tx) => {
      const [row] = await lockRows(tx, database.dialect, regionalAgent, [id]);
      if (!row || !running.includes(row.status)) return;
      const [cells, action] = nextOf(row, today);
      await changeRecord(tx, database.dialect, regionalAgent, row, cells, { by: null, at: clock() });
      await audit.append(tx, null, createChangedDraft(regionalAgent, action, row, cells));
      if (action === 'remind') await notify(tx, clock, createAgentEndingNotification(id, row.name, row.end_on));
    }),
  );
}

function nextOf(row: RowOf<'regional_agents'>, today: string): readonly [Record<string, Cell>, 'expire' | 'remind'] {
  if (row.end_on < today) return [{ status: 'expired', expiring: 0 }, 'expire'];
  return [{ expiring: 1 }, 'remind'];
}

/** The contract of a regional agent is about to end; once a contract. */
function createAgentEndingNotification(id: number, name: string, endOn: string): Notification {
  return {
    type: 'todo',
    event: 'agentEnding',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `agentEnding ${id} ${endOn}`,
    params: { name, endOn },
    route: routeTo(regionalAgent, { id: [id] }),
  };
}
