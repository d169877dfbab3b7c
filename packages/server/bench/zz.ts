import { readFileSync, rmSync } from 'node:fs';
import { migrate } from '../src/store/migrations/migrate.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { loadChats } from './chat-corpus.ts';

const n = Number(process.argv[3] ?? 1e6);
const db = openDatabase(
  process.argv[2] === 'pg'
    ? { postgres: readFileSync('/tmp/eng/pgurl', 'utf8').trim().replace('/postgres', '/bench') }
    : { sqlite: '/tmp/eng/bench.db' },
);
await migrate(db);
const s = Date.now();
await loadChats(db, n);
console.log(process.argv[2], n, Date.now() - s, 'ms');
await db.close();
