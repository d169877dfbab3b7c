import { expect, it } from 'vitest';
import { taskChannels } from './task-parts.ts';
import { videoChannelGroups } from './video-channels.ts';
import { videoTask } from './video-task.ts';

it('videoChannelGroups uses the channel and mode names of video records', () => {
  for (const [code, { label, fields }] of Object.entries(videoChannelGroups)) {
    expect(label).toEqual(taskChannels[code as keyof typeof taskChannels]);
    expect(fields.modes.options).toEqual(videoTask.fields.mode.options);
  }
});
