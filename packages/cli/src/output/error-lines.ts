import { kebab, type Translate } from '@gantry/core';
import type { CliKey } from '../context/cli-key.ts';
import type { ErrorReport } from '../context/exit.ts';
import { escapeControls } from './wrap-text.ts';

/** Flags whose name differs from that of the field in a list request. */
const flagNames: Readonly<Record<string, string>> = { columns: 'fields', pageSize: 'limit' };

/** The name of a field on the command line: its flag, or `--where` and the filtered field. */
function getTypedName(name: string, flags: readonly string[]): string {
  const [head, field] = name.split('.');
  if (head === 'filters' && field !== undefined) return `--where ${field}`;
  const flag = `--${kebab(flagNames[head ?? ''] ?? name)}`;
  return flags.includes(flag) ? flag : name;
}

/** An error as JSON for scripts. */
function toJsonError({ code, kind, message, hint, errors, ...more }: ErrorReport) {
  return { code, kind, message, hint, fields: errors, errors, ...more };
}

/** Formats an error for stderr: JSON for scripts, else the message, the messages of each field, the hint and the request id. */
export function formatError(
  report: ErrorReport,
  options: { json: boolean; flags: readonly string[]; t: Translate<CliKey> },
): string {
  if (report.message === '' && report.code === null) return '';
  if (options.json) return `${JSON.stringify({ error: toJsonError(report) })}\n`;
  const fields = Object.entries(report.errors).flatMap(([name, messages]) =>
    messages.map((message) => `  ${escapeControls(getTypedName(name, options.flags))}: ${escapeControls(message)}`),
  );
  const named = Object.values(report.errors).flat();
  const head = named.join(',') === report.message ? '' : escapeControls(report.message);
  const used = (report.usages ?? []).map(
    ({ resource, field, count }) => `  ${options.t('cli.usedBy', { entity: kebab(resource), field, count })}`,
  );
  const production = report.place?.production ?? null;
  const lines = [
    production === null
      ? ''
      : options.t('cli.productionBanner', { name: production, server: report.place?.server ?? '' }),
    head,
    ...fields,
    ...used,
    report.hint ?? '',
    report.requestId ? options.t('cli.requestId', { id: escapeControls(report.requestId) }) : '',
  ];
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}
