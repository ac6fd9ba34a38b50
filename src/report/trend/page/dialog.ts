// The place of the chart on the trend page: empty until a series is opened.

export const DIALOG_HTML = `<dialog id="chart" aria-labelledby="chart-name">
<div><div><h2 id="chart-name"></h2><p id="chart-about"></p></div>
<button type="button" id="close" aria-label="Close the chart">✕</button></div>
<div class="tools">
<div class="chips" role="group" aria-label="Scale">
<button type="button" data-scale="linear">linear</button>
<button type="button" data-scale="log">logarithmic</button>
<button type="button" data-scale="percent">% of latest</button></div>
<div class="chips" role="group" aria-label="Nights shown">
<button type="button" data-days="30">30 days</button>
<button type="button" data-days="90">90 days</button>
<button type="button" data-days="0">all</button></div>
<label id="compare" hidden>compare with <select id="other"><option value="">no other machine</option></select></label>
</div>
<div class="sides"><div>
<div id="plot" tabindex="0" role="application" aria-describedby="chart-keys"></div>
<p id="legend"></p>
<p id="chart-keys">Drag or turn the wheel to zoom, double-click for all nights, click a night to keep it. Keys: ← → night,
+ − zoom, 0 all nights, Esc close.</p></div>
<aside><section id="night" aria-live="polite"></section><section id="changes"></section>
<details id="numbers"><summary>All nights as a table</summary><div></div></details></aside></div>
</dialog>`
