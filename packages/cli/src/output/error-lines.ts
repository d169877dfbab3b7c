import type { Translate } from '@gantry/core';
import type { CliKey } from '../cli-key.ts';
import type { ErrorReport } from '../exit.ts';
import { safe } from './safe.ts';

/** An error for stderr: JSON for scripts, else the message, each field's words, the hint and the request's number. */
export function errorLines(
  report: ErrorReport,
  options: { json: boolean; color: boolean; t: Translate<CliKey> },
): string {
  if (report.message === '' && report.code === null) return '';
  if (options.json) return `${JSON.stringify({ error: report })}\n`;
  const fields = Object.entries(report.errors).flatMap(([name, messages]) =>
    messages.map((message) => `  ${safe(name)}: ${safe(message)}`),
  );
  const named = Object.values(report.errors).flat();
  const head = named.join(',') === report.message ? '' : safe(report.message);
  const lines = [
    head,
    ...fields,
    report.hint ?? '',
    report.requestId ? options.t('cli.requestId', { id: safe(report.requestId) }) : '',
  ];
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}
