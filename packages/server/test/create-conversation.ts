import { chatMessage, chatSession } from '@gantry/core';
import type { Database } from '../src/platform/store/database.ts';
import { createRow, insertRecords } from '../src/platform/store/records.ts';

/** Stores a session with messages as the platform writes them. Returns the IDs. */
export function createConversation(
  database: Database,
  count: number,
): Promise<{ session: number; messages: number[] }> {
  const { dialect } = database;
  const stamp = { by: null, at: 1 };
  return database.transaction(async (tx) => {
    const title = `谈话 ${Math.random()}`;
    const [session = 0] = await insertRecords(tx, dialect, chatSession, [
      createRow(chatSession, { title, userId: 1 }, stamp),
    ]);
    const said = Array.from({ length: count }, (_, seq) =>
      createRow(chatMessage, { sessionId: session, seq, content: `说 ${seq}`, role: 'user' }, stamp),
    );
    return { session, messages: await insertRecords(tx, dialect, chatMessage, said) };
  });
}
