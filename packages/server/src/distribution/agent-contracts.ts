import { regionalAgent } from '@gantry/core';
import type { Services } from '../context.ts';
import type { DayOf } from '../money/day-of.ts';
import { notify } from '../notifications/notify.ts';
import { changedDraft } from '../resources/changes.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { Cell, Row } from '../store/database.ts';
import { changeRecord, lockRows } from '../store/records.ts';
import { agentEnding } from './agent-matters.ts';
import { readDistributionTerms } from './distribution-terms.ts';

const dayMs = 86_400_000;
const running = ['active', 'suspended'];

export interface ContractNeeds extends Pick<Services, 'database' | 'clock' | 'audit'> {
  readonly settings: SettingsReader;
  readonly dayOf: DayOf;
}

/** So many days after a day, on the calendar. */
function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Marks contracts that end soon, and ends those whose last day is over. Gives how many changed. */
export async function tendContracts({ database, clock, audit, settings, dayOf }: ContractNeeds): Promise<number> {
  const { timezone, agency } = await readDistributionTerms(settings);
  const today = dayOf(clock(), timezone);
  const soon = daysAfter(today, agency.expiringDays);
  const due = await database.read
    .selectFrom('regional_agents')
    .select('id')
    .where('status', 'in', running)
    .where('end_on', '<=', soon)
    .where(({ or, eb }) => or([eb('end_on', '<', today), eb('expiring', '=', 0)]))
    .execute();
  for (const { id } of due) {
    await database.transaction(async (tx) => {
      const [row] = await lockRows(tx, database.dialect, regionalAgent, [Number(id)]);
      if (!row || !running.includes(String(row.status))) return;
      const [cells, action] = nextOf(row, today);
      await changeRecord(tx, database.dialect, regionalAgent, row, cells, { by: null, at: clock() });
      await audit.append(tx, null, changedDraft(regionalAgent, action, row, cells));
      if (action === 'remind') await notify(tx, clock, agentEnding(Number(id), String(row.name), String(row.end_on)));
    });
  }
  return due.length;
}

function nextOf(row: Row, today: string): readonly [Record<string, Cell>, 'expire' | 'remind'] {
  if (String(row.end_on) < today) return [{ status: 'expired', expiring: 0 }, 'expire'];
  return [{ expiring: 1 }, 'remind'];
}
