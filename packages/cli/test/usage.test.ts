import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { exportFormats, readSheet, type ZipEntry } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Gantry, newGantry } from './gantry.ts';

let server: RunningServer;
let gantry: Gantry;
let charged = 0;
let captures = 0;

beforeAll(async () => {
  server = await startServer();
  gantry = newGantry({ GANTRY_TOKEN: await server.firstAdmin(), GANTRY_SERVER: server.url });
  const { code, stdout, stderr } = await gantry.simulate(['--rate', '40', '--seconds', '3', '--users', '2']);
  expect([code, stderr]).toEqual([0, '']);
  const simulated = JSON.parse(stdout);
  charged = simulated.charged;
  captures = simulated.calls.billingCapture.ok;
  expect(captures).toBeGreaterThan(0);
});
afterAll(async () => {
  await server.stop();
  rmSync(gantry.directory, { recursive: true, force: true });
});

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await gantry.run([...args, '--json']);
  expect([code, stderr.includes('"error"') ? stderr : '']).toEqual([0, '']);
  return JSON.parse(stdout);
};

describe('gantry usage-record report', () => {
  it('adds up to the charged amount in every grouping', async () => {
    for (const by of ['day', 'hour', 'user', 'user,capability', 'day,user', 'model,hour']) {
      const { totals, items } = await json('usage-record', 'report', '--by', by);
      expect([by, totals.requests, totals.chargedCoin + totals.chargedCompute]).toEqual([by, captures, charged]);
      const sum = (name: string) =>
        items.reduce((all: number, item: Record<string, number>) => all + (item[name] ?? 0), 0);
      expect(sum('chargedCoin')).toBe(totals.chargedCoin);
      expect(sum('chargedCompute')).toBe(totals.chargedCompute);
    }
  });

  it('prints a table with totals, or data for scripts', async () => {
    const table = await gantry.run(['usage-record', 'report', '--by', 'user', '-o', 'table', '--limit', '1']);
    expect(table.stdout.split('\n').at(-2)).toMatch(new RegExp(`^Total +${captures} `));
    expect(table.stderr).toContain('1 of 2');
    const words = ['User', 'ID', 'Capability', 'Requests', 'Success', 'Failed', 'Tokens in', 'Tokens out', 'Usage'];
    const both = await gantry.run(['usage-record', 'report', '--by', 'user', '--by', 'capability', '-o', 'table']);
    expect(both.stdout.split(/ {2,}|\n/).slice(0, words.length)).toEqual(words);
    expect(both.stdout.split('\n').at(-2)).toMatch(/¥\d+\.\d{2,6}$/);
    const csv = await gantry.run(['usage-record', 'report', '--by', 'user', '-o', 'csv']);
    const [head, ...rows] = csv.stdout.trim().split('\r\n');
    expect(head).toMatch(/^user,userId,requests,success,failed,.*,upstreamCost \(CNY\)$/);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatch(/,\d+(?:\.\d{2,6})?$/);
  });

  it('takes the relative ranges of filters', async () => {
    for (const range of ['last-24h', 'last-7d']) {
      const { totals } = await json('usage-record', 'report', '--range', range);
      expect([range, totals.requests]).toEqual([range, captures]);
    }
    // A day may end while the test runs.
    for (const range of ['today', 'yesterday', 'this-week', 'this-month'])
      expect((await json('usage-record', 'report', '--range', range)).totals.requests).toBeLessThanOrEqual(captures);
    const chart = await json('api', '/usage-record/chart', '--body', '{"range":"last-24h","measure":"requests"}');
    const { points, series } = chart.data ?? chart;
    expect(points.length).toBeGreaterThanOrEqual(24);
    expect(series[0].values.reduce((sum: number, value: number) => sum + value, 0)).toBe(captures);
  });

  it('saves all groups to a file; a workbook ends with the totals', async () => {
    const named = (name: string) => path.join(gantry.directory, name);
    for (const form of exportFormats) {
      const file = named(`usage.${form}`);
      const { code, stderr } = await gantry.run(['usage-record', 'report', file, '--by', 'user']);
      expect([code, stderr]).toEqual([0, `Wrote 2 rows to ${file}\n`]);
    }
    const again = ['usage-record', 'report', named('usage.csv'), '--by', 'user'];
    expect(await gantry.run(again)).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });
    expect((await gantry.run([...again, '--force'])).code).toBe(0);
    expect(JSON.parse(readFileSync(named('usage.json'), 'utf8'))).toHaveLength(2);
    const [head, ...rows] = readFileSync(named('usage.csv'), 'utf8').slice(1).trim().split('\r\n');
    expect([head?.slice(0, 35), rows.length]).toEqual(['user,userId,requests,success,failed', 2]);
    const lines: string[][] = [];
    const getText = async function* (entry: ZipEntry) {
      yield inflateRawSync(entry.bytes).toString();
    };
    for await (const some of readSheet(readFileSync(named('usage.xlsx')), getText))
      lines.push(...some.map(({ cells }) => [...cells]));
    expect(lines[0]?.slice(0, 5)).toEqual(['User', 'User ID', 'Requests', 'Success', 'Failed']);
    expect([lines.length, lines.at(-1)?.[0], Number(lines.at(-1)?.[2])]).toEqual([4, 'Total', captures]);
    const cut = await gantry.run(['usage-record', 'report', named('few.csv'), '--limit', '1']);
    expect([cut.code, existsSync(named('few.csv'))]).toEqual([2, false]);
    expect(cut.stderr).toContain('--limit');
  });

  it.each([
    [['--by', 'day,hour,user'], 'at most 2'],
    [['--from', '2026-02-30'], 'From'],
    [['--range', 'custom'], 'From'],
    [['--from', '2026-01-02', '--to', '2026-01-01'], 'To'],
    [['--from', '2026-01-01', '--range', 'today'], 'From'],
    [['--by', 'hour,user', '--from', '2026-01-01', '--to', '2026-03-01'], 'To'],
  ])('rejects %j and names the flag', async (flags, words) => {
    const { code, stdout, stderr } = await gantry.run(['usage-record', 'report', ...flags]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  it('can be recalculated, and the ledger verifies', async () => {
    expect(await json('usage-record', 'rebuild')).toMatchObject({ records: captures });
    expect((await json('ledger', 'verify')).ok).toBe(true);
  });
});

describe('gantry get --with', () => {
  it('shows related records by any of their names', async () => {
    const { related } = await json('user', 'get', '1', '--with', 'wallets,usage,ledger');
    expect(Object.keys(related)).toEqual(['wallet', 'usage-record', 'ledger-entry']);
    expect(related.wallet.total).toBe(2);
    const shown = await gantry.run(['user', 'get', '1', '--with', 'wallets']);
    expect(shown.stdout).toMatch(/^Wallets \(2\)$/m);
  });

  it('rejects an unknown name, and lists the known ones', async () => {
    const { code, stderr } = await gantry.run(['user', 'get', '1', '--with', 'spaceships']);
    expect(code).toBe(2);
    expect(stderr).toContain('ledger-entry');
  });
});
