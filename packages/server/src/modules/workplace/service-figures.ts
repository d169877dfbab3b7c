import type { MemoryPanelAnswer } from '@gantry/core';
import type { ClientMeter } from '../../platform/http/admission/client-meter.ts';
import type { Database } from '../../platform/store/database.ts';

/** As many as a panel has room for: those that called last. */
const shown = 20;

/** The services that may call, those that called last first; rates are what this process has seen of them. */
export async function readServices(
  { read }: Database,
  meter: ClientMeter,
  now: number,
): Promise<MemoryPanelAnswer['services']> {
  const rows = await read
    .selectFrom('service_clients')
    .select(['id', 'name', 'last_used_at'])
    .where('status', '=', 'enabled')
    .execute();
  const figures = meter.figures();
  const known = rows.map((row) => {
    const own = figures.get(Number(row.id));
    const seen = Math.max(own?.lastSeenAt ?? 0, Number(row.last_used_at ?? 0));
    return {
      id: Number(row.id),
      name: String(row.name),
      lastSeenS: seen === 0 ? null : Math.max(0, Math.round((now - seen) / 1000)),
      rpm: own?.rpm ?? 0,
      errorBps: own?.errorBps ?? null,
    };
  });
  const age = ({ lastSeenS }: { readonly lastSeenS: number | null }) => lastSeenS ?? Number.MAX_SAFE_INTEGER;
  return known.sort((one, other) => age(one) - age(other)).slice(0, shown);
}
