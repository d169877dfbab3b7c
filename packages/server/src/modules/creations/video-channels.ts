import {
  ApiError,
  type Locale,
  type LocalizedText,
  localize,
  type VideoChannel,
  videoChannels,
  videoRatios,
  videoResolutions,
  videoTask,
} from '@gantry/core';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { GroupValues } from '../../platform/settings/settings-types.ts';

/** What the settings say of a channel of videos. */
export interface ChannelRules extends GroupValues<'video', VideoChannel> {
  readonly code: VideoChannel;
}

/** The rules of a channel; null for one without its own. */
export async function readChannel(settings: SettingsReader, given: unknown): Promise<ChannelRules | null> {
  const code = videoChannels.find((one) => one === given);
  return code === undefined ? null : { code, ...(await settings.read('video', code)) };
}

/** The rules of all channels, by code. */
export async function readChannels(settings: SettingsReader) {
  const read = async (code: VideoChannel) => [code, await settings.read('video', code)] as const;
  return Object.fromEntries(await Promise.all(videoChannels.map(read))) as Readonly<
    Record<VideoChannel, GroupValues<'video', VideoChannel>>
  >;
}

interface VideoRequest {
  readonly mode?: unknown;
  readonly seconds?: unknown;
  readonly params?: unknown;
}

const getRejection = (field: string, words: LocalizedText, locale: Locale) =>
  new ApiError('invalid', { errors: { [field]: [localize(words, locale)] } });

const oneOf = (allowed: readonly string[]): LocalizedText => ({
  zh: `该渠道只接受 ${allowed.join('、')}`,
  en: `must be one of ${allowed.join(', ')} in this channel`,
});

const getWordsIn = ({ params }: VideoRequest): Readonly<Record<string, unknown>> =>
  typeof params === 'object' && params !== null ? { ...params } : {};

/** The requested length of a video in seconds, from any field that the platform uses; undefined when none has it. */
function getSeconds(requested: VideoRequest): number | undefined {
  const { seconds, duration } = getWordsIn(requested);
  return [requested.seconds, seconds, duration].find((one): one is number => typeof one === 'number');
}

/** Rejects what a channel does not take: it is closed, or the video is too long or made or shaped otherwise. */
export function assertTaken(rules: ChannelRules, requested: VideoRequest, locale: Locale): void {
  const { code, enabled, modes, maxSeconds, ratios, resolutions } = rules;
  if (!enabled) throw new ApiError('stateConflict', { data: { state: 'closed', channel: code } });
  const mode = String(requested.mode || 'text');
  // An unknown mode is rejected later, with all known ones.
  if (Object.hasOwn(videoTask.fields.mode.options, mode) && !modes.some((one) => one === mode))
    throw getRejection('mode', oneOf(modes), locale);
  const seconds = getSeconds(requested);
  if (maxSeconds > 0 && seconds !== undefined && seconds > maxSeconds)
    throw getRejection(
      'seconds',
      { zh: `最长 ${maxSeconds} 秒`, en: `is at most ${maxSeconds} in this channel` },
      locale,
    );
  const { ratio, aspectRatio, resolution } = getWordsIn(requested);
  const isAmong = (value: unknown, allowed: readonly string[], all: readonly string[]) =>
    value === undefined || allowed.length === all.length || allowed.includes(String(value).toLowerCase());
  if (!isAmong(ratio ?? aspectRatio, ratios, videoRatios)) throw getRejection('params.ratio', oneOf(ratios), locale);
  if (!isAmong(resolution, resolutions, videoResolutions))
    throw getRejection('params.resolution', oneOf(resolutions), locale);
}

const getPerSecond = ({ pricePerSecond, givenPerSecond }: ChannelRules, { mode }: VideoRequest) =>
  (mode || 'text') === 'text' ? pricePerSecond : givenPerSecond;

/** What a video costs by the settings of its channel; null where they leave that to the platform. The amount is in compute. */
export function computeChannelPrice(rules: ChannelRules, requested: VideoRequest, locale: Locale) {
  const perSecond = getPerSecond(rules, requested);
  if (perSecond === null) return null;
  const seconds = getSeconds(requested);
  if (seconds === undefined || seconds < 1)
    throw getRejection(
      'seconds',
      { zh: '按时长计价，请给出秒数', en: 'is required because the price is per second' },
      locale,
    );
  return { asset: 'compute', amount: Math.ceil(seconds) * perSecond } as const;
}

/** Whether the channel's settings define the price of a video: then no more is charged than was held. */
export function isPricedInChannel(rules: ChannelRules | null | undefined, requested: VideoRequest): boolean {
  return !!rules && getPerSecond(rules, requested) !== null;
}
