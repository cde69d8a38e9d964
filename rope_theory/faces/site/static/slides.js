// Left and right arrows go from slide to slide, N shows and hides notes; without this script Space and Page Down go on.
"use strict";
addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1, n: 0, N: 0 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || (step && event.shiftKey)) return;
  const slides = [...document.querySelectorAll("header, section")];
  const next = slides[slides.findLastIndex((slide) => slide.getBoundingClientRect().top < innerHeight / 3) + step];
  if (!next) return;
  if (!step) document.documentElement.classList.toggle("notes");
  event.preventDefault();
  next.scrollIntoView();
});
