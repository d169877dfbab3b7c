import type {
  drawSettings,
  mindMapSettings,
  musicSettings,
  slideSettings,
  videoSettings,
  writeSettings,
} from '@gantry/core';

/** The settings pages of what users make. */
export interface CreationPages {
  readonly draw: typeof drawSettings;
  readonly slides: typeof slideSettings;
  readonly video: typeof videoSettings;
  readonly music: typeof musicSettings;
  readonly writing: typeof writeSettings;
  readonly mindMap: typeof mindMapSettings;
}
