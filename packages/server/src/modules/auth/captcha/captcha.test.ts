import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, openSessionHarness, solve } from '../../../../test/session-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { captchaLifetime } from './captcha.ts';

describe.each(databaseKinds)('a captcha on %s', (kind) => {
  let space: Harness;
  beforeAll(async () => {
    space = await openSessionHarness(kind);
  });
  afterAll(() => space.drop());

  async function issued() {
    const { captchaId, captchaImage } = await space.deps.captchas.issue('login');
    return { captchaId, captchaImage, answer: await solve(space.deps, captchaId) };
  }
  const consume = (id: string, answer: string) => space.deps.captchas.consume('login', id, answer);

  it('is an image with an id of 256 bits, and nothing that reveals the answer', async () => {
    const { captchaId, captchaImage, answer } = await issued();
    expect(captchaId).toMatch(/^[\w-]{43}$/);
    expect(captchaImage).toMatch(/^data:image\/png;base64,iVBOR/);
    const rows = await space.deps.database.read.selectFrom('captchas').selectAll().execute();
    const dump = JSON.stringify(rows);
    expect(dump).not.toContain(answer);
    expect(dump).not.toContain(captchaId);
  });

  it('accepts the right answer once, in any case and with surrounding spaces', async () => {
    const { captchaId, answer } = await issued();
    expect(await consume(captchaId, ` ${answer.toLowerCase()} `)).toBe(true);
    expect(await consume(captchaId, answer)).toBe(false);
  });

  it('is used up by a wrong answer', async () => {
    const { captchaId, answer } = await issued();
    expect(await consume(captchaId, '????')).toBe(false);
    expect(await consume(captchaId, answer)).toBe(false);
  });

  it('rejects the answer to another image', async () => {
    const [one, other] = [await issued(), await issued()];
    expect(await consume(one.captchaId, `${other.answer}!`)).toBe(false);
    expect(await consume('unknown', other.answer)).toBe(false);
    expect(await consume('', '')).toBe(false);
  });

  it('expires after two minutes', async () => {
    const [one, other] = [await issued(), await issued()];
    space.clock.now += captchaLifetime - 1;
    expect(await consume(one.captchaId, one.answer)).toBe(true);
    space.clock.now += 1;
    expect(await consume(other.captchaId, other.answer)).toBe(false);
  });

  it('accepts one of two hundred concurrent right answers', async () => {
    const { captchaId, answer } = await issued();
    const done = await Promise.all(Array.from({ length: 200 }, () => consume(captchaId, answer)));
    expect(done.filter(Boolean)).toHaveLength(1);
  });
});
