import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../test/operation-harness.ts';
import { rejected } from '../../../test/rejected.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, aUser } from '../../../test/test-engine.ts';
import { appendChat } from '../chats/append-chat.ts';

interface Found {
  readonly words: number;
  readonly messages: number;
  readonly hitMessages: number;
  readonly complete: boolean;
  readonly found: readonly { word: string; wordId: number | null; messages: number; examples: number[] }[];
}

const dayMs = 86_400_000;

describe.each(databaseKinds)('banned-word/look-back on %s', (kind) => {
  let harness: OperationHarness;
  beforeEach(async () => {
    harness = await createOperationHarness(kind);
  });
  afterEach(() => harness.drop());
  const localize = (client: string, texts: readonly string[]) => {
    const messages = texts.map((content, at) => ({
      clientId: `${client}${at}`,
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content,
    }));
    const session = { clientId: client, userId: 7, title: 't', kind: 'chat' as const, modelName: 'm' };
    return appendChat(harness.services, session, messages);
  };
  const look = (body: Record<string, unknown> = {}) => harness.call<Found>('/banned-word/look-back', body);

  it('counts what the words of the last day would have matched, and stores nothing', async () => {
    await harness.call('/banned-word/create', { word: '旧词' });
    harness.engine.now += 3 * dayMs;
    await localize('old', ['跑分群', '旧词']);
    harness.engine.now += 2 * dayMs;
    const { id } = await harness.call<{ id: number }>('/banned-word/create', { word: '跑分' });
    await harness.call('/banned-word/create', { word: '刷单', scope: ['prompt'] });
    await harness.call('/allow-word/create', { phrase: '抵制跑分' });
    await localize('new', ['来跑分吗', '刷单', '跑分刷单，跑分', '抵制跑分', '旧词']);
    const seen = await look();
    expect(seen).toMatchObject({ words: 2, messages: 5, hitMessages: 2, complete: true });
    expect(seen.found.map(({ word, messages }) => [word, messages])).toEqual([
      ['跑分', 2],
      ['刷单', 1],
    ]);
    expect(seen.found[0]).toMatchObject({ wordId: id });
    expect(seen.found[0]?.examples).toHaveLength(2);
    expect(await look({ hours: 72 })).toMatchObject({ messages: 7, hitMessages: 3 });
    expect(await harness.database.read.selectFrom('violation_logs').selectAll().execute()).toEqual([]);
  });

  it('accepts unsaved words and rejects a word that cannot match', async () => {
    await localize('one', ['加微信领红包', '好的']);
    expect(await look({ words: ' 加微信\n\n没有的词\r\n加微信' })).toMatchObject({
      words: 2,
      hitMessages: 1,
      found: [{ word: '加微信', wordId: null, messages: 1 }],
    });
    expect(await rejected(look({ words: `加微信\n${'长'.repeat(600)}` }))).toHaveProperty('words');
  });

  it('returns message IDs only to admins who may read chats', async () => {
    await localize('one', ['加微信领红包', '好的']);
    const reported = async (as = anAdmin) => {
      const answer = await harness.call<Found>('/banned-word/look-back', { words: '加微信' }, { as });
      return answer.found.map(({ messages, examples }) => [messages, examples.length]);
    };
    expect([await reported(), await reported(aUser)]).toEqual([[[1, 1]], [[1, 0]]]);
    await harness.set('privacy', { adminCanReadChats: false });
    expect(await reported()).toEqual([[1, 0]]);
  });

  it('reads more than a page of messages with the same time, each once', async () => {
    const texts = Array.from({ length: 90 }, (_, at) => (at % 3 === 0 ? '有红包' : '没有'));
    for (let at = 0; at < 6; at += 1) await localize(`s${at}`, texts);
    const seen = await look({ words: '红包' });
    expect(seen).toMatchObject({ messages: 540, hitMessages: 180, complete: true });
    expect(new Set(seen.found[0]?.examples).size).toBe(3);
  });
});
