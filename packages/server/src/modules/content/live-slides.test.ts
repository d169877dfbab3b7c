import type { Slide } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createSlideCounter, createSlideReader } from './live-slides.ts';

const minutes = 60_000;
const picture = `/files/${'a'.repeat(32)}.png`;

describe.each(databaseKinds)('the carousel on %s', (kind) => {
  let space: ServiceHarness;
  let shown: () => Promise<{ login: readonly Slide[]; home: readonly Slide[]; version: string }>;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    const api = space.api(await space.newClient());
    shown = async () => {
      space.now += 1_001;
      const { carousel, version } = await api.call('configSnapshot', {});
      return { ...carousel, version };
    };
  });
  afterAll(() => space.drop());
  const make = (title: string, more: object = {}) => space.admin('/carousel/create', { title, picture, ...more });
  const publish = async (title: string, more: object = {}) => {
    const { data } = await make(title, more);
    expect((await space.admin('/carousel/publish', { id: data.id })).code).toBe(20000);
    return Number(data.id);
  };
  const titles = (slides: readonly Slide[]) => slides.map(({ title }) => title);

  it('shows published images by position and order, and no unpublished ones', async () => {
    const before = await shown();
    await make('draft');
    const second = await publish('second', { sort: 20, titleEn: 'Second', link: 'https://example.com/a' });
    await publish('first', { sort: 10 });
    await publish('at home', { place: 'home' });
    const now = await shown();
    expect(titles(now.login)).toEqual(['first', 'second']);
    expect(titles(now.home)).toEqual(['at home']);
    expect(now.version).not.toBe(before.version);
    expect(now.login[1]).toEqual({
      ...{ id: second, title: 'second', titleEn: 'Second', subtitle: null, subtitleEn: null },
      ...{ picture, pictureDark: null, link: 'https://example.com/a', language: 'all' },
    });
    expect((await space.admin('/carousel/unpublish', { id: second })).code).toBe(20000);
    expect(titles((await shown()).login)).toEqual(['first']);
  });

  it('shows an image only within its time', async () => {
    await publish('ten minutes of it', {
      place: 'home',
      sort: 1,
      startAt: space.now + 10 * minutes,
      endAt: space.now + 20 * minutes,
    });
    const isShown = async () => titles((await shown()).home).includes('ten minutes of it');
    expect(await isShown()).toBe(false);
    space.now += 10 * minutes;
    expect(await isShown()).toBe(true);
    space.now += 10 * minutes;
    expect(await isShown()).toBe(false);
  });

  it('counts views of an image, and loses none when they cannot be written immediately', async () => {
    const { database } = space.foundation;
    const id = await publish('counted');
    let isBroken = true;
    const transaction: typeof database.transaction = (run) =>
      isBroken ? Promise.reject(new Error('no database')) : database.transaction(run);
    const slides = createSlideReader({ database, clock: () => space.now });
    const counter = createSlideCounter({ ...database, transaction }, slides, () => undefined);
    const number = String(id);
    await counter.add([number, '999'], [number]);
    await expect(counter.flush()).rejects.toThrow('no database');
    await counter.add([number], []);
    isBroken = false;
    await counter.flush();
    await counter.flush();
    const { data } = await space.admin('/carousel/get', { id });
    expect(data).toMatchObject({ viewCount: 2, clickCount: 1 });
  });

  it.each([
    ['link', { link: 'javascript:alert(1)' }],
    ['link', { link: '//evil.example' }],
    ['picture', { picture: 'https://evil.example/x.png' }],
    ['endAt', { startAt: 2, endAt: 1 }],
  ])('rejects a wrong %s: %j', async (field, values) => {
    const { code, errors } = await make('wrong', values);
    expect(code).toBe(42200);
    expect(Object.keys(errors)).toEqual([field]);
  });
});
