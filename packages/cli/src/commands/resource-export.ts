import { createWriteStream } from 'node:fs';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import {
  type AnyResource,
  ApiError,
  apiBase,
  type Envelope,
  isEnvelope,
  kebab,
  reactTo,
  resourcePath,
} from '@gantry/core';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { gather, parseWhere } from './filters.ts';

interface ExportFlags {
  readonly keyword?: string;
  readonly where: string[];
  readonly fields?: string;
  readonly format?: 'csv' | 'ndjson';
}

/** An export that was refused answers the envelope; anything else is the file itself, streamed. */
async function openExport(context: Context, path: string, body: unknown) {
  const { request } = await import('undici');
  const server = await context.server();
  const token =
    process.env.GANTRY_TOKEN || (await context.profiles()).tokenStore(context.options().profile).get('token');
  const headers = {
    'content-type': 'application/json',
    'accept-language': context.locale,
    'x-gantry-via': 'cli',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const url = server + apiBase + path;
  const answer = await request(url, { method: 'POST', body: JSON.stringify(body), headers }).catch((error: unknown) => {
    throw new CliError(
      context.t('cli.unreachable', { server, reason: error instanceof Error ? error.message : '' }),
      exitCodes.unreachable,
    );
  });
  if (String(answer.headers['content-type'] ?? '').startsWith('application/json')) {
    const text: unknown = JSON.parse(await answer.body.text());
    const envelope: Envelope | null = isEnvelope(text) ? text : null;
    throw new ApiError(
      reactTo(apiBase + path, { httpStatus: answer.statusCode, body: text }),
      answer.statusCode,
      envelope,
      null,
    );
  }
  return answer.body;
}

export function fillExport(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  const entity = kebab(resource.name);
  command
    .argument('[file]', t('cli.outFile'))
    .option('-k, --keyword <text>', t('cli.keyword'))
    .option('-w, --where <field=value>', t('cli.where'), gather, [])
    .option('--fields <names>', t('cli.fields'))
    .addOption(new Option('--format <format>', 'csv ndjson').choices(['csv', 'ndjson']))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry ${entity} export rows.csv\n  gantry ${entity} export -o ndjson | wc -l`,
    )
    .action(async (file: string | undefined, flags: ExportFlags) => {
      const asked = context.options().form;
      const format =
        flags.format ?? (asked === 'ndjson' || asked === 'json' || file?.endsWith('.ndjson') ? 'ndjson' : 'csv');
      const columns = flags.fields?.split(',');
      const body = {
        filters: parseWhere(flags.where, resource, context),
        format,
        ...(flags.keyword ? { keyword: flags.keyword } : {}),
        ...(columns ? { columns } : {}),
      };
      const source = await openExport(context, resourcePath(resource.name, 'export'), body);
      if (file && file !== '-') await pipeline(source, createWriteStream(file, { mode: 0o600 }));
      else for await (const chunk of source) await context.write(Buffer.from(chunk).toString('utf8'));
    });
}
