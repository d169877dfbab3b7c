import { describe, expect, it } from 'vitest';
import { type Command, matchCommands } from './match-commands.ts';

const command = (title: string, place = '', also: string[] = []): Command => ({
  key: title,
  kind: 'pages',
  title,
  place,
  also,
  run: () => {},
});
const all = [
  command('违禁词', 'AI 管理', ['Banned words', '/ai/ai_limit_text']),
  command('新建违禁词', 'AI 管理', ['New banned word']),
  command('公告', '资讯管理', ['Announcements', '/news/notice-table']),
];
const titles = (typed: string) => matchCommands(all, typed).map(({ title }) => title);

describe('matchCommands', () => {
  it('returns all commands in order when nothing is typed', () => {
    expect(titles('  ')).toEqual(['违禁词', '新建违禁词', '公告']);
  });

  it('ranks an exact title before one that contains the word', () => {
    expect(titles('违禁词')).toEqual(['违禁词', '新建违禁词']);
  });

  it('matches the other language, the path and the area', () => {
    expect(titles('banned')).toEqual(['违禁词', '新建违禁词']);
    expect(titles('notice-table')).toEqual(['公告']);
    expect(titles('资讯')).toEqual(['公告']);
  });

  it('requires every word to match', () => {
    expect(titles('ai new')).toEqual(['新建违禁词']);
    expect(titles('公告 ai')).toEqual([]);
  });
});
