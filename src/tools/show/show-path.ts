import { fileNotFound, ToolError } from '../../core/errors.ts';
import { imageType } from '../../core/text/document/image-type.ts';
import type { WorkspaceFiles } from '../../workspace/workspace-files.ts';
import type { ToolResult } from '../call/define-tool.ts';
import type { FileContext } from '../call/file-context.ts';

const IMAGE_NAME = /\.(png|jpe?g|gif|webp|bmp)$/i;

/** How a tool shows what is not an image. */
export type PathView = { folder(): Promise<ToolResult>; lines(): Promise<ToolResult> };

/** Shows a folder, an image, or the lines of a file. */
export async function showPath(path: string, { files }: FileContext, view: PathView): Promise<ToolResult> {
  const info = await files.info(path);
  if (!info) throw fileNotFound(path);
  if (info.kind === 'directory') return view.folder();
  const image = IMAGE_NAME.test(path) ? await imageAt(path, info.size, files) : undefined;
  if (image) return image;
  try {
    return await view.lines();
  } catch (error) {
    const isBinary = error instanceof ToolError && error.name === 'BINARY_FILE';
    // An image may have any name.
    const unnamed = isBinary ? await imageAt(path, info.size, files) : undefined;
    if (unnamed) return unnamed;
    throw error;
  }
}

/** Undefined if the content is not an image. */
async function imageAt(path: string, size: number, files: WorkspaceFiles): Promise<ToolResult | undefined> {
  if (IMAGE_NAME.test(path) && size > files.limits.fileBytes)
    throw new ToolError(
      'FILE_TOO_LARGE',
      `The image is too large to show: ${path} has ${size} bytes, the limit is ${files.limits.fileBytes}. Make a smaller copy of it and read that.`,
      { path, size, limit: files.limits.fileBytes },
    );
  if (size > files.limits.fileBytes) return undefined;
  const bytes = await files.readBytes(path);
  const mediaType = imageType(bytes);
  if (!mediaType) return undefined;
  return {
    summary: `${path}: ${mediaType}, ${bytes.length} bytes.`,
    data: { path, media_type: mediaType, size: bytes.length },
    image: { bytes, mediaType },
  };
}
