/** A picture as rows of 0 and 1: 1 where a pixel is darker than the middle and not transparent. */
export interface Bitmap {
  rows: number;
  columns: number;
  values: Uint8Array;
}

export function threshold(pixels: Uint8ClampedArray, columns: number, rows: number): Bitmap {
  const values = new Uint8Array(rows * columns);
  for (let i = 0; i < values.length; i++) {
    const at = i * 4;
    const alpha = (pixels[at + 3] ?? 0) / 255;
    const grey = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
    values[i] = grey * alpha + 255 * (1 - alpha) < 128 ? 1 : 0;
  }
  return { rows, columns, values };
}

/** The bitmap as a P4 file, which the library reads like any other. */
export function pbm({ rows, columns, values }: Bitmap): Uint8Array {
  const header = new TextEncoder().encode(`P4\n${columns} ${rows}\n`);
  const stride = Math.ceil(columns / 8);
  const out = new Uint8Array(header.length + stride * rows);
  out.set(header);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if (values[r * columns + c]) {
        const at = header.length + r * stride + (c >> 3);
        out[at] = (out[at] ?? 0) | (0x80 >> (c & 7));
      }
    }
  }
  return out;
}

/** Reads a PNG (or any picture that the browser knows) into a P4 file. */
export async function decode(file: Blob): Promise<Uint8Array> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, image.width, image.height);
  image.close();
  return pbm(threshold(pixels.data, pixels.width, pixels.height));
}
