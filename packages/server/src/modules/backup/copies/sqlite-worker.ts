import { startSqliteThread, ThreadError, toThreadError } from '../../../platform/store/sqlite/sqlite-thread.ts';
import { excludedRows } from './excluded-rows.ts';

const program = `
const copy = () => {
  db.prepare('vacuum into ?').run(workerData.target);
  const made = new Sqlite(workerData.target);
  const has = made.prepare("select 1 from sqlite_master where type = 'table' and name = ?");
  try {
    made.pragma('journal_mode = off');
    const removed = Object.entries(workerData.excludedRows).filter(([table]) => has.get(table))
      .map(([table, which]) => made.prepare('delete from "' + table + '" where ' + which).run().changes);
    if (removed.some((count) => count > 0)) made.exec('vacuum');
    return null;
  } finally {
    made.close();
  }
};
const check = () => {
  const verdict = db.pragma('integrity_check', { simple: true });
  const tables = db.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite\\\\_%' escape '\\\\'"
    + " and sql not like 'create virtual%' and name not in (select s.name from sqlite_master s join sqlite_master v"
    + " on v.sql like 'create virtual%' and s.name like v.name || '\\\\_%' escape '\\\\')").pluck().all();
  const count = (name) => db.prepare('select count(*) from "' + name + '"').pluck().get();
  return { verdict, records: verdict === 'ok' ? tables.reduce((sum, name) => sum + count(name), 0) : 0 };
};
const quickCheck = () => db.pragma('quick_check(1)', { simple: true });
try {
  parentPort.postMessage({ result: { copy, check, quickCheck }[workerData.task]() });
} catch (error) {
  parentPort.postMessage({ message: error.message, code: error.code });
} finally {
  db.close();
}
`;

type Task =
  | { readonly task: 'copy'; readonly target: string; readonly excludedRows: typeof excludedRows }
  | { readonly task: 'check' | 'quickCheck' };

type Answer<T> = { readonly result: T } | { readonly message: string; readonly code?: string };

function runInThread<T>(file: string, task: Task): Promise<T> {
  const thread = startSqliteThread(file, program, task);
  return new Promise<T>((resolve, reject) => {
    thread.once('message', (answer: Answer<T>) => {
      if ('result' in answer) resolve(answer.result);
      else reject(new ThreadError(answer.message, answer.code));
    });
    thread.once('error', (error) => reject(toThreadError(error)));
    thread.once('exit', () => reject(new Error('the thread ended without an answer')));
  });
}

/** Writes the database at one moment into a new file, without the rows that backups omit; writers continue meanwhile. */
export async function copySqlite(file: string, target: string): Promise<void> {
  await runInThread(file, { task: 'copy', target, excludedRows });
}

export interface SqliteCheck {
  /** `ok`, or the first thing that is wrong. */
  readonly verdict: string;
  /** Rows of all its tables, the parts of full-text indexes left out. */
  readonly records: number;
}

/** Checks every page of a database in use; returns `ok`, or the first problem. */
export function quickCheckSqlite(file: string): Promise<string> {
  return runInThread(file, { task: 'quickCheck' });
}

export function checkSqlite(file: string): Promise<SqliteCheck> {
  return runInThread(file, { task: 'check' });
}
