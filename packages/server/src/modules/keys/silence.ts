const samplesASecond = 16_000;
const bytesASample = 2;

/** Half a second of silence as a WAV file: what a model that writes down speech is tried with. */
export function createSilence(): Buffer {
  const length = (samplesASecond / 2) * bytesASample;
  const file = Buffer.alloc(44 + length);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + length, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  // PCM, one channel.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(samplesASecond, 24);
  file.writeUInt32LE(samplesASecond * bytesASample, 28);
  file.writeUInt16LE(bytesASample, 32);
  file.writeUInt16LE(8 * bytesASample, 34);
  file.write('data', 36);
  file.writeUInt32LE(length, 40);
  return file;
}
