import { expect, it } from 'vitest';
import { createContext } from '../../context/context.ts';
import { CliError } from '../../context/exit.ts';
import { findSetting } from './setting-place.ts';

it.each([
  ['site.zone', /^site\.name .*site\.timezone/],
  ['sight.timezone', /^site\.timezone$/],
  ['sight.weather', /^site appearance /],
  ['tasks.enabled', /^draw\.tasks\.enabled\nslides\.tasks\.enabled/],
])('suggests existing settings for %s', async (key, known) => {
  const context = await createContext([], 'test');
  const rejected = () => findSetting(key, context);
  expect(rejected).toThrow(CliError);
  expect(rejected).toThrow(expect.objectContaining({ hint: expect.stringMatching(known) }));
});
