import type { Fields, IntegerField, MoneyField } from '../../definition/index.ts';
import { date, integer, text } from '../../fields/index.ts';
import type { UsageSums } from './usage-group.ts';
import { usageRecord } from './usage-record.ts';
import { type UsageDimension, usageDimensions, usageMeasures } from './usage-report.ts';

const { fields } = usageRecord;

/** The totals of a report as table fields. */
export const usageSumFields = {
  requests: integer(usageMeasures.requests),
  success: integer(fields.status.options.success),
  failed: integer(fields.status.options.failed),
  promptTokens: fields.promptTokens,
  completionTokens: fields.completionTokens,
  units: fields.units,
  chargedCoin: integer(usageMeasures.coin),
  chargedCompute: integer(usageMeasures.compute),
  upstreamCost: fields.upstreamCost,
} as const satisfies Readonly<Record<keyof UsageSums, IntegerField | MoneyField>>;

/** Returns the columns that identify a group: a label each, and the ID when it is a record. */
export function getUsageKeyFields(by: readonly UsageDimension[]): Fields {
  const named = by.flatMap((name) => {
    const { zh, en } = usageDimensions[name];
    const label = [name, name === 'day' ? date({ zh, en }) : text({ zh, en })] as const;
    const isRecord = name === 'user' || name === 'model' || name === 'key';
    return isRecord ? [label, [`${name}Id`, integer({ zh: `${zh} ID`, en: `${en} ID` })] as const] : [label];
  });
  return Object.fromEntries(named);
}
