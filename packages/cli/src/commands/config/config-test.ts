import {
  allSettings,
  formatResult,
  localize,
  parseValue,
  type SettingsAction,
  type SettingsRunAnswer,
  settingsCalls,
} from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { formatContext } from '../../output/format-context.ts';
import { printAnswer } from '../../output/print.ts';
import { printResult } from '../../output/print-told.ts';
import { gather } from '../options/filters.ts';

interface Found {
  readonly page: string;
  readonly group: string;
  readonly name: string;
  readonly action: SettingsAction;
}

/** Every trial as it is typed: `mail connect`. */
function listSettingsTests(): Found[] {
  return allSettings.flatMap((page) =>
    Object.entries(page.groups).flatMap(([group, { actions = {} }]) =>
      Object.entries(actions).map(([name, action]) => ({ page: page.name, group, name, action })),
    ),
  );
}

/** The only trial of a group needs no name. */
function findSettingsTest(group: string, action: string | undefined, context: Context): Found {
  const ofGroup = listSettingsTests().filter((one) => one.group === group || `${one.page}.${one.group}` === group);
  const named = ofGroup.filter((one) => action === undefined || one.name === action);
  const [found] = named;
  if (found && named.length === 1) return found;
  const hint = (ofGroup.length > 0 ? ofGroup : listSettingsTests()).map((one) => `${one.group} ${one.name}`).join(', ');
  const value = [group, action].filter(Boolean).join(' ');
  throw new CliError(context.t('cli.invalidValue', { name: 'TEST', value }), exitCodes.usage, { hint });
}

function inputOf(given: readonly string[], { action }: Found, context: Context): Record<string, unknown> {
  return Object.fromEntries(
    given.map((entry) => {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(entry) ?? [];
      const field = action.input?.[name];
      if (field) return [name, parseValue(value, field)];
      const hint = Object.keys(action.input ?? {}).join(' ');
      throw new CliError(context.t('cli.invalidValue', { name: '--input', value: entry }), exitCodes.usage, { hint });
    }),
  );
}

/** `config test mail send --input to=ops@example.com`; what does not work ends with exit status 1. */
export function fillConfigTest(command: Command, context: Context): void {
  const { t, locale } = context;
  const connectionTests = listSettingsTests().map(
    ({ group, name, action }) => `  ${group} ${name}: ${localize(action.label, locale)}`,
  );
  command
    .description(t('cli.configTest'))
    .argument('<group>')
    .argument('[action]')
    .option('-i, --input <name=value>', t('cli.configInput'), gather, [])
    .addHelpText('after', `\n${t('cli.configTestActions')}\n${connectionTests.join('\n')}`)
    .action(async (group: string, action: string | undefined, flags: { input: string[] }) => {
      const found = findSettingsTest(group, action, context);
      const body = {
        page: found.page,
        group: found.group,
        action: found.name,
        input: inputOf(flags.input, found, context),
      };
      const client = await context.client();
      const answer = await client.call<SettingsRunAnswer>(settingsCalls.settingsRun.path, body, {
        idempotencyKey: crypto.randomUUID(),
      });
      const form = context.form('table');
      if (form !== 'table') await printAnswer(context, answer, form);
      else await printResult(context, formatResult(answer, found.action.output, formatContext(locale)));
      if (!answer.ok)
        throw new CliError(`${localize(found.action.label, locale)}: ${t('cli.configTestFailed')}`, exitCodes.failed);
    });
}
