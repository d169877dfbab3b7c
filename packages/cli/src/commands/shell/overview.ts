import { localize } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { toLabeled } from '../../output/punctuation.ts';

const words = {
  signIn: { zh: '登录：', en: 'Sign in:' },
  often: { zh: '常用命令：', en: 'Common commands:' },
  more: { zh: '更多：', en: 'More:' },
  login: { zh: '登录服务器', en: 'sign in to a server' },
  profile: { zh: '列出档案与默认档案', en: 'list profiles' },
  find: { zh: '按名称查找各类记录', en: 'find any record by name' },
  user: { zh: '查看用户，可用用户名或编号', en: 'show a user, by name or number' },
  order: { zh: '未发货的订单', en: 'orders that were not delivered' },
  orderGet: { zh: '查看订单，可用订单号', en: 'show an order, by its number' },
  balance: { zh: '调整前预览余额', en: 'preview a balance adjustment' },
  key: { zh: '出问题的密钥', en: 'keys that fail' },
  word: { zh: '文本会命中哪些违禁词', en: 'find banned words in a text' },
  config: { zh: '修改设置，并显示前后的值', en: 'change a setting' },
  system: { zh: '系统状态', en: 'show the system status' },
  tui: { zh: '打开终端界面', en: 'open the terminal UI' },
  all: { zh: '全部命令，按菜单分区', en: 'list all commands' },
  noun: { zh: '某类记录支持的操作', en: 'list the commands of one entity' },
  verb: { zh: '某个命令的选项与示例', en: 'show options and examples of a command' },
  man: { zh: '手册', en: 'the manual' },
} as const;

type Line = readonly [command: string, words: keyof typeof words];

const signIn: readonly Line[] = [
  ['login --server https://gantry.example.com', 'login'],
  ['profile list', 'profile'],
];

const often: readonly Line[] = [
  ['find spring', 'find'],
  ['user get li.ming', 'user'],
  ['order list --quick undelivered', 'order'],
  ['order get O26112616341602032979', 'orderGet'],
  ['user preview-balance 7 --asset coin --amount 500', 'balance'],
  ['api-key list --quick failing', 'key'],
  ['banned-word test --text "free coins"', 'word'],
  ['config set site.timezone Asia/Tokyo', 'config'],
  ['system --watch 5', 'system'],
  ['tui', 'tui'],
];

const more: readonly Line[] = [
  ['--help', 'all'],
  ['order --help', 'noun'],
  ['order list --help', 'verb'],
  ['man | man -l -', 'man'],
];

/** The output of `gantry` without a command: what it is, how to start, and the most common commands. */
export function formatOverview({ locale, t, version }: Context): string {
  const width = Math.max(...[...signIn, ...often, ...more].map(([command]) => command.length));
  const getPart = (title: keyof typeof words, lines: readonly Line[]) => [
    '',
    localize(words[title], locale),
    ...lines.map(([command, key]) => `  gantry ${command.padEnd(width)}  ${localize(words[key], locale)}`),
  ];
  const all = [
    toLabeled(`gantry ${version}`, t('cli.tagline'), locale),
    ...getPart('signIn', signIn),
    ...getPart('often', often),
  ];
  return `${[...all, ...getPart('more', more)].join('\n')}\n`;
}
