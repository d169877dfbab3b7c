import { csvText, type UsageReportAnswer, usageReport, usageSumNames } from '@gantry/core';
import type { Calls } from '../../fields/index.ts';

const pageSize = 1_000;

const cell = (value: string | number) => (typeof value === 'number' ? String(value) : csvText(value));

/** All groups as CSV, a page of the report at a time. */
export async function exportUsage(
  calls: Calls,
  body: object,
  onProgress: (done: number, total: number) => void,
): Promise<string> {
  const lines: string[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await calls.call<UsageReportAnswer>(usageReport.call, { ...body, page, pageSize });
    if (page === 1) lines.push([...answer.by, ...usageSumNames].join(','));
    for (const group of answer.items) {
      const keys = answer.by.map((name) => cell(group.labels[name] ?? ''));
      lines.push([...keys, ...usageSumNames.map((name) => cell(group[name]))].join(','));
    }
    onProgress(lines.length - 1, answer.total);
    if (answer.items.length < pageSize) return `${lines.join('\r\n')}\r\n`;
  }
}
