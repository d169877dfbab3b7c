import process from 'node:process';
import { type FindAnswer, findCalls, kebab, localize } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { type PrintColumn, printRecords } from '../../output/print.ts';

const heads = { entity: { zh: '对象', en: 'Entity' }, title: { zh: '名称', en: 'Name' } } as const;
const asWritten = (value: unknown) => String(value ?? '');

/** Records of every kind by what they are called; each kind under the name of its command, so that it can be gone on with. */
export function fillFind(command: Command, context: Context): void {
  const { t, locale } = context;
  const columns: readonly PrintColumn[] = [
    { name: 'entity', title: localize(heads.entity, locale), full: true, format: asWritten },
    { name: 'id', title: 'ID', right: true, full: true, format: asWritten },
    { name: 'title', title: localize(heads.title, locale), format: asWritten },
  ];
  command
    .argument('<words...>')
    .addHelpText('after', `\n${t('cli.examples')}\n  gantry find spring\n  gantry find li.ming -o ndjson`)
    .action(async (words: readonly string[]) => {
      const client = await context.client();
      const { items } = await client.call<FindAnswer>(findCalls.findRecords.path, { keyword: words.join(' ') });
      const records = items.map(({ resource, id, title }) => ({ entity: kebab(resource), id, title }));
      const form = context.form(process.stdout.isTTY ? 'table' : 'tsv');
      if (records.length === 0) context.note(t('list.nothing'));
      await printRecords(context, records, columns, form, { items: records });
    });
}
