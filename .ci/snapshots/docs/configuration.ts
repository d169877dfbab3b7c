// Prints docs/configuration.md: every flag and variable of the server, and every setting with type, limits and default.
import { allSettings, type Field, isSensitive, type LocalizedText, localize, type SettingsGroup } from '@gantry/core';
import { words as manEn } from '@gantry/core/words/en-US/man';
import { words as serverEn } from '@gantry/core/words/en-US/server';
import { words as manZh } from '@gantry/core/words/zh-CN/man';
import { words as serverZh } from '@gantry/core/words/zh-CN/server';
import { formatHead, formatTable, readLocale, toCell, toCodeCell } from './markdown.ts';

const locale = readLocale();
const isChinese = locale === 'zh-CN';
const say = (en: string, zh: string) => (isChinese ? zh : en);
const colon = say(': ', '：');
const help = (isChinese ? serverZh : serverEn).server.help;
const { variables } = (isChinese ? manZh : manEn).man;

/** The sections of the server's help: commands, options, and variables without an option. */
const [, commandsPart = '', optionsPart = '', variablesPart = ''] = help.split('\n\n');

/** Parses lines of help into terms and descriptions. A line that only continues is appended to the previous one. */
function readTerms(part: string): [term: string, description: string][] {
  const terms: [string, string][] = [];
  for (const line of part.split('\n').slice(1)) {
    const goesOn = /^ {8,}(\S.*)$/.exec(line);
    const last = terms.at(-1);
    if (goesOn && last) {
      last[1] = `${last[1]} ${goesOn[1]}`.trim();
      continue;
    }
    const [, term = '', description = ''] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
    if (term !== '') terms.push([term, description]);
  }
  for (const [term, description] of terms)
    if (description === '') throw new Error(`the help of the server does not describe: ${term}`);
  return terms;
}

const commandRows = readTerms(commandsPart).map(([term, description]) => [toCodeCell(term), toCell(description)]);
const optionRows = readTerms(optionsPart).map(([term, description]) => {
  const [, text = description, variable = ''] = /^(.*?) ?\((GANTRY_\w+(?:=\w+)?)\)$/.exec(description) ?? [];
  return [toCodeCell(term), variable === '' ? '' : toCodeCell(variable), toCell(text)];
});
const variableRows = readTerms(variablesPart).map(([term, description]) => [toCodeCell(term), toCell(description)]);
const clientRows = Object.entries(variables).map(([term, description]) => [toCodeCell(term), toCell(description)]);

const types: Partial<Record<Field['kind'], LocalizedText>> = {
  text: { en: 'text', zh: '文本' },
  paragraph: { en: 'text', zh: '文本' },
  markdown: { en: 'Markdown', zh: 'Markdown' },
  integer: { en: 'whole number', zh: '整数' },
  money: { en: 'amount', zh: '金额' },
  boolean: { en: 'true or false', zh: '是或否' },
  choice: { en: 'one of', zh: '其一' },
  choices: { en: 'any of', zh: '可多选' },
  reference: { en: 'record', zh: '记录' },
  secret: { en: 'secret', zh: '密文' },
  tags: { en: 'list', zh: '列表' },
  json: { en: 'JSON', zh: 'JSON' },
  color: { en: 'color', zh: '颜色' },
  image: { en: 'image', zh: '图片' },
  time: { en: 'time', zh: '时间' },
  date: { en: 'date', zh: '日期' },
};

function describeType(field: Field): string {
  const type = types[field.kind];
  if (!type) throw new Error(`no name for a setting of the type ${field.kind}`);
  const name = localize(type, locale);
  if (field.kind === 'choice' || field.kind === 'choices')
    return `${name}${colon}${Object.keys(field.options).map(toCodeCell).join(' ')}`;
  if (field.kind === 'reference') return `${name}${colon}${toCodeCell(field.to)}`;
  const unit = field.kind === 'integer' && field.unit ? localize(field.unit, locale) : '';
  return [name, limitsOf(field), unit].filter(Boolean).join(isChinese ? '，' : ', ');
}

function limitsOf(field: Field): string {
  if (field.kind === 'integer' || field.kind === 'money') {
    const { min, max } = field;
    if (min !== undefined && max !== undefined) return say(`${min} to ${max}`, `${min} 至 ${max}`);
    if (min !== undefined) return say(`at least ${min}`, `不小于 ${min}`);
    return max === undefined ? '' : say(`at most ${max}`, `不大于 ${max}`);
  }
  if ('max' in field && field.max !== undefined) return say(`up to ${field.max} characters`, `不超过 ${field.max} 字`);
  return '';
}

function describeDefault(field: Field): string {
  if (field.kind === 'boolean') return toCodeCell(String(field.default ?? false));
  const given: unknown = 'default' in field ? field.default : undefined;
  if (given === undefined) return '';
  return toCodeCell(typeof given === 'string' ? given.replace(/\s*\n\s*/g, ' ') : JSON.stringify(given));
}

function formatGroup(name: string, group: SettingsGroup): string {
  const rows = Object.entries(group.fields).map(([key, field]) => {
    const label = localize(field.label, locale);
    const said = field.help ? `${label}${isChinese ? '。' : '. '}${localize(field.help, locale)}` : label;
    const place = toCodeCell(`${name}.${key}`);
    if (field.write === 'never') return [place, say('read only', '只读'), '', toCell(said)];
    const marked = isSensitive(group, key) || field.kind === 'secret' ? `${place} 🔒` : place;
    return [marked, describeType(field), describeDefault(field), toCell(said)];
  });
  const intro = group.help ? [toCell(localize(group.help, locale))] : [];
  const tests = Object.keys(group.actions ?? {});
  const test = tests.length > 0 ? [testLine(name, tests)] : [];
  const head = [say('Setting', '设置'), say('Value', '取值'), say('Default', '默认'), say('Meaning', '含义')];
  return [`### ${localize(group.label, locale)}`, ...intro, ...test, formatTable(head, rows)].join('\n\n');
}

/** The command that tests the group. */
function testLine(name: string, tests: readonly string[]): string {
  const commands = tests.map((test) => toCodeCell(`gantry config test ${name}${tests.length > 1 ? ` ${test}` : ''}`));
  return say(`Test: ${commands.join(', ')}`, `测试：${commands.join('、')}`);
}

const pages = allSettings.map((page) => {
  const groups = Object.entries(page.groups).map(([name, group]) => formatGroup(name, group));
  const where = say(
    `Console: ${toCodeCell(page.path)}. Page in configuration files: ${toCodeCell(page.name)}.`,
    `控制台：${toCodeCell(page.path)}。配置文件中的页面名：${toCodeCell(page.name)}。`,
  );
  return [`## ${localize(page.label, locale)}`, where, ...groups].join('\n\n');
});

const title = say('Configuration reference', '配置参考');
const parts = [
  formatHead(locale, 'configuration.md', title),
  say(
    'A flag of the server takes precedence over its environment variable. Settings are stored in the database and changed in the console, with `gantry config set`, or with [configuration files](configuration-as-files.md). They take effect within a second in every server process.',
    '服务器的命令行选项优先于环境变量。设置存放在数据库中，可在控制台、用 `gantry config set` 或用[配置文件](configuration-as-files.md)修改，一秒内在所有服务器进程中生效。',
  ),
  say(
    '🔒 marks settings that require [identity confirmation](concepts.md#identity-confirmation). A secret is stored encrypted and can only be replaced, never read.',
    '🔒 表示修改时须[确认身份](concepts.md#确认身份)。密文加密保存，只能替换，无法读取。',
  ),
  `## ${say('Server commands', '服务器命令')}`,
  formatTable([say('Command', '命令'), say('Purpose', '用途')], commandRows),
  `## ${say('Server options', '服务器选项')}`,
  formatTable([say('Option', '选项'), say('Variable', '环境变量'), say('Meaning', '含义')], optionRows),
  `## ${say('Other variables of the server', '服务器的其他环境变量')}`,
  formatTable([say('Variable', '环境变量'), say('Meaning', '含义')], variableRows),
  `## ${say('Variables of the command line', '命令行的环境变量')}`,
  formatTable([say('Variable', '环境变量'), say('Meaning', '含义')], clientRows),
  ...pages,
];
process.stdout.write(`${parts.join('\n\n')}\n`);
