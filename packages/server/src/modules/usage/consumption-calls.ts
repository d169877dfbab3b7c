import { reportCall, usageChart, usageExport, usageRebuild, usageReport } from '@gantry/core';
import { runPrepared } from '../../platform/audit/run-write.ts';
import type { Services } from '../../platform/context/context.ts';
import type { RegisterCall } from '../../platform/http/call.ts';
import { serveCall, toWriteCall } from '../../platform/http/defined-call.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { createHourOf } from '../ledger/day-of.ts';
import { readNewestTimeZone, rebuildUsage } from '../ledger/rebuild-usage.ts';
import { createSiteDays, type SiteDays } from '../workplace/site-days.ts';
import { readUsageChart } from './usage-chart.ts';
import { sendUsageFile } from './usage-file.ts';
import { readUsageReport } from './usage-report.ts';

export interface ConsumptionDeps extends Services {
  readonly settings: SettingsReader;
}

/** Consumption as a report and as a chart, and its sums made anew. */
export function addConsumptionCalls(register: RegisterCall, deps: ConsumptionDeps): void {
  let days: SiteDays | null = null;
  const siteDays = async (): Promise<SiteDays> => {
    const { timezone } = await deps.settings.read('system', 'site');
    if (days?.timeZone !== timezone) days = createSiteDays(timezone);
    return days;
  };
  serveCall(register, reportCall(usageReport), async (values, { caller }) =>
    readUsageReport(deps, values, await siteDays(), caller),
  );
  serveCall(register, usageExport, async (values, call) => sendUsageFile(deps, values, await siteDays(), call));
  serveCall(register, reportCall(usageChart), async (values, { caller }) =>
    readUsageChart(deps, values, await siteDays(), caller),
  );
  serveCall(register, usageRebuild, async (_given, call) => {
    const rebuild = () => rebuildUsage(deps.database, createHourOf(), readNewestTimeZone(deps.settings));
    const write = { ...toWriteCall(call, usageRebuild.path), resource: 'usageRecord', action: 'rebuild' };
    return runPrepared(deps, call.caller, write, rebuild, async (_tx, rebuilt) => ({
      data: rebuilt,
      audit: { resource: 'usageRecord', resourceId: null, action: 'rebuild', after: rebuilt },
    }));
  });
}
