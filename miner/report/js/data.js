// Unpacks what the page carries: columns of whole numbers, gzip in base64 (src/page/pack.rs).

// What stands for a number that does not exist.
const NONE = -32768;
const ARRAYS = { i8: Int8Array, i16: Int16Array, i32: Int32Array, f64: Float64Array };

function carried(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

async function unpackBytes(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

// Gives { rows, name: typed array, ... }.
async function unpack({ rows, columns, data }) {
  const bytes = await unpackBytes(data);
  const table = { rows };
  let offset = 0;
  for (const { name, kind } of columns) {
    const size = rows * ARRAYS[kind].BYTES_PER_ELEMENT;
    table[name] = new ARRAYS[kind](bytes.slice(offset, offset + size));
    offset += size;
  }
  return table;
}

async function unpackLines(text) {
  return new TextDecoder().decode(await unpackBytes(text)).split("\n");
}
