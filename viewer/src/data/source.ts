// Where the files come from: the server that sent the page, or scripts beside a page on a disk.
import { fromBase64 } from "../decode/base64";
import type { FileBytes } from "../decode/messages";

export interface Source {
  text(address: string): Promise<string>;
  blob(address: string): Promise<Blob>;
  file(address: string): Promise<FileBytes>;
  particles(address: string, attribute: string): Promise<FileBytes>; // the file, or what is to be drawn of it
}

declare global {
  // Written by the scripts of an exported page: base64 by address.
  var lamellaFiles: Record<string, string> | undefined;
}

// Where the server has a particle file as it is drawn.
export const packedAddress = (address: string, attribute: string): string =>
  address.replace(/^runs\/\d+\//, (run) => `${run}packed/${encodeURIComponent(attribute)}/`);

const urlOf = (address: string): string => new URL(address, document.baseURI).href;

class ServerSource implements Source {
  async text(address: string): Promise<string> {
    const reply = await fetch(address);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${address}: ${text.trim()}`);
    return text;
  }
  async blob(address: string): Promise<Blob> {
    const reply = await fetch(address);
    if (!reply.ok) throw new Error(`${address}: ${(await reply.text()).trim()}`);
    return reply.blob();
  }
  file = async (address: string): Promise<FileBytes> => ({ name: address, url: urlOf(address) });

  async particles(address: string, attribute: string): Promise<FileBytes> {
    return { ...(await this.file(address)), packed: urlOf(packedAddress(address, attribute)) };
  }
}

class ExportedSource implements Source {
  constructor(private readonly files: Record<string, string>) {}

  async text(address: string): Promise<string> {
    return new TextDecoder().decode(fromBase64((await this.file(address)).base64!));
  }
  blob = async (address: string): Promise<Blob> => new Blob([fromBase64((await this.file(address)).base64!)]);

  file = async (address: string): Promise<FileBytes> => {
    if (!(address in this.files)) await this.loadScript(`data/${address}.js`);
    const base64 = this.files[address];
    delete this.files[address];
    return { name: address, base64 };
  };

  particles = (address: string): Promise<FileBytes> => this.file(address);

  private loadScript(path: string): Promise<void> {
    return new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = path;
      script.onload = () => (script.remove(), done());
      script.onerror = () => (script.remove(), fail(new Error(`${path}: the file is not there`)));
      document.head.append(script);
    });
  }
}

export const openSource = (): Source => (globalThis.lamellaFiles ? new ExportedSource(globalThis.lamellaFiles) : new ServerSource());
